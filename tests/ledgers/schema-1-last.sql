-- Written by play --typed at 0508764, the last program with schema 1: three games,
-- none of them over, one ended and opened again.
PRAGMA application_id = 1399552362;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    utterance INTEGER NOT NULL REFERENCES utterances (seq),
    kind TEXT NOT NULL,
    payload TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'826fed18-6a51-509c-ab8d-3b6cfae9818a',1,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":null}}');
INSERT INTO "events" VALUES(2,'e8957620-9bac-5976-85d5-c655c051fc36',2,'score_set','{"round":1,"seat":0,"points":-3}');
INSERT INTO "events" VALUES(3,'42b852a2-0e2e-5ce1-ac2b-024c57645a27',2,'score_set','{"round":1,"seat":1,"points":12}');
INSERT INTO "events" VALUES(4,'5c767f70-5ef6-5d45-b8cc-50cc8d1eb79d',2,'closer_set','{"round":1,"seat":1}');
INSERT INTO "events" VALUES(5,'e61b1cca-5637-5725-a346-7d285fd33ae2',3,'score_set','{"round":1,"seat":2,"points":21}');
INSERT INTO "events" VALUES(6,'797bc958-ead4-5ad6-b0dd-5416ec91ee60',4,'score_set','{"round":1,"seat":2,"points":22}');
INSERT INTO "events" VALUES(7,'1e9910c6-ea20-55a1-9a6b-02277c9f0653',5,'score_set','{"round":2,"seat":0,"points":4}');
INSERT INTO "events" VALUES(8,'5131b448-8688-522f-9389-1f63033eba34',5,'closer_set','{"round":2,"seat":0}');
INSERT INTO "events" VALUES(9,'255ed9ad-de19-5464-95bf-8e71d5aa453f',6,'score_set','{"round":2,"seat":1,"points":9}');
INSERT INTO "events" VALUES(10,'23d143c9-ee51-53a4-b918-9b0dbe7294b5',7,'undone','{"utterance":"b17ffef6-d4b2-45e9-870e-12ce53fd8f63"}');
INSERT INTO "events" VALUES(11,'e3391f06-1543-51d7-a1a8-3f209002c0c0',8,'score_set','{"round":2,"seat":1,"points":28}');
INSERT INTO "events" VALUES(12,'ef7e217d-8c10-518d-92b5-001f862b0f24',9,'score_set','{"round":2,"seat":2,"points":8}');
INSERT INTO "events" VALUES(13,'1eefcb8f-c92d-5ff6-9619-da6250c81a55',10,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":null}}');
INSERT INTO "events" VALUES(14,'75ce3f5c-7db7-5d03-b69b-4780f51c04eb',11,'score_set','{"round":1,"seat":0,"points":5}');
INSERT INTO "events" VALUES(15,'15756223-297b-5eae-a50c-10e9a3d6ccd8',11,'score_set','{"round":1,"seat":1,"points":6}');
INSERT INTO "events" VALUES(16,'5edb76f1-f862-5a53-9328-fc5c013c6cf5',11,'closer_set','{"round":1,"seat":1}');
INSERT INTO "events" VALUES(17,'f7ec14af-77dc-556c-8258-58956a0ead4b',12,'score_set','{"round":2,"seat":0,"points":7}');
INSERT INTO "events" VALUES(18,'7c9a8d48-49ae-5678-b0ae-811c8a44d012',13,'game_ended','{}');
INSERT INTO "events" VALUES(19,'7e759857-be53-5078-8e4f-05793b2c5758',14,'undone','{"utterance":"842839dc-6e29-4500-b51a-c51849a1875d"}');
INSERT INTO "events" VALUES(20,'2d57da81-6bdf-5a48-9652-20489e36ef7e',15,'undone','{"utterance":"354ea6b5-c39a-4ae5-b817-055971372c3d"}');
INSERT INTO "events" VALUES(21,'925dca96-4d9f-5c26-bf86-279ee41b7404',16,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":null}}');
CREATE TABLE game_players (
    game INTEGER NOT NULL REFERENCES games (seq),
    seat INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES names (id),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
INSERT INTO "game_players" VALUES(1,0,1);
INSERT INTO "game_players" VALUES(1,1,2);
INSERT INTO "game_players" VALUES(1,2,3);
INSERT INTO "game_players" VALUES(10,0,4);
INSERT INTO "game_players" VALUES(10,1,5);
INSERT INTO "game_players" VALUES(16,0,1);
INSERT INTO "game_players" VALUES(16,1,2);
CREATE TABLE games (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started_over INTEGER REFERENCES games (seq)
);
INSERT INTO "games" VALUES(1,'cfe59812-f096-41ef-ae8b-8e118bac9d1f',NULL);
INSERT INTO "games" VALUES(10,'db068a5f-02fb-4b50-b66a-3997199d832a',1);
INSERT INTO "games" VALUES(16,'2cca1a15-4301-4183-8811-7fe5345dc63b',10);
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "meta" VALUES('schema','1');
CREATE TABLE names (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    spelling TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL
);
INSERT INTO "names" VALUES(1,1,'Ana','ana');
INSERT INTO "names" VALUES(2,2,'Marco','marco');
INSERT INTO "names" VALUES(3,3,'Zoë','zoë');
INSERT INTO "names" VALUES(4,4,'Leo','leo');
INSERT INTO "names" VALUES(5,5,'Nina','nina');
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE
);
INSERT INTO "people" VALUES(1,'773491ae-bee7-4c14-8ae4-5a3bc37c0caf');
INSERT INTO "people" VALUES(2,'0ed524bf-ac91-43bd-a4e0-18635ebb222b');
INSERT INTO "people" VALUES(3,'6bf7b686-e885-4d0e-a66a-fc5ce90430bc');
INSERT INTO "people" VALUES(4,'dca3f422-17b8-4161-a41f-e568846111a9');
INSERT INTO "people" VALUES(5,'4c8b3146-c010-42d6-97c0-48fe8ec4f31c');
CREATE TABLE shelf (
    row INTEGER PRIMARY KEY CHECK (row = 1),
    current TEXT NOT NULL,
    behind TEXT NOT NULL,
    ahead TEXT NOT NULL
);
INSERT INTO "shelf" VALUES(1,'2cca1a15-4301-4183-8811-7fe5345dc63b','["cfe59812-f096-41ef-ae8b-8e118bac9d1f", "db068a5f-02fb-4b50-b66a-3997199d832a"]','[]');
CREATE TABLE summaries (
    game INTEGER PRIMARY KEY REFERENCES games (seq),
    rounds INTEGER NOT NULL,
    totals TEXT NOT NULL,
    winners TEXT NOT NULL,
    over INTEGER NOT NULL
);
INSERT INTO "summaries" VALUES(1,2,'[1, 52, 30]','[]',0);
INSERT INTO "summaries" VALUES(10,1,'[5, 12]','[]',0);
INSERT INTO "summaries" VALUES(16,0,'[0, 0]','[]',0);
CREATE TABLE utterances (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game INTEGER REFERENCES games (seq),
    at TEXT NOT NULL
);
INSERT INTO "utterances" VALUES(1,'590b95e4-d7c1-4b27-8593-7cfa14886947',1,'2026-11-30T05:05:59+00:00');
INSERT INTO "utterances" VALUES(2,'66c7d60f-e3a2-41de-87d1-b16693e48f6c',1,'2026-11-30T05:06:01+00:00');
INSERT INTO "utterances" VALUES(3,'fa478a44-d645-425c-b2a4-88449ea639b4',1,'2026-11-30T05:06:01+00:00');
INSERT INTO "utterances" VALUES(4,'4a9f49f1-706e-4ea4-9afc-79c04496b006',1,'2026-11-30T05:06:01+00:00');
INSERT INTO "utterances" VALUES(5,'c4cbfec3-a144-44f8-8f89-6a66157dd51d',1,'2026-11-30T05:06:01+00:00');
INSERT INTO "utterances" VALUES(6,'b17ffef6-d4b2-45e9-870e-12ce53fd8f63',1,'2026-11-30T05:06:01+00:00');
INSERT INTO "utterances" VALUES(7,'973f8b24-3491-494a-87d1-b4da5b00d2ee',1,'2026-11-30T05:06:01+00:00');
INSERT INTO "utterances" VALUES(8,'1bed9911-c272-498e-939e-676d7358999e',1,'2026-11-30T05:06:01+00:00');
INSERT INTO "utterances" VALUES(9,'98b45831-6dd4-4cc7-a205-6d89383e6328',1,'2026-11-30T05:06:01+00:00');
INSERT INTO "utterances" VALUES(10,'2bcf0a08-2a21-42f7-b52c-0ec18af1bc41',10,'2026-11-30T05:06:01+00:00');
INSERT INTO "utterances" VALUES(11,'13f96cad-2939-4c7f-ae09-07ea6d363f91',10,'2026-11-30T05:06:02+00:00');
INSERT INTO "utterances" VALUES(12,'354ea6b5-c39a-4ae5-b817-055971372c3d',10,'2026-11-30T05:06:02+00:00');
INSERT INTO "utterances" VALUES(13,'842839dc-6e29-4500-b51a-c51849a1875d',10,'2026-11-30T05:06:02+00:00');
INSERT INTO "utterances" VALUES(14,'f2dad3e9-cc40-40d4-b670-750d65a3ac11',10,'2026-11-30T05:06:02+00:00');
INSERT INTO "utterances" VALUES(15,'fb4922fe-8c12-433b-a08d-77ee7b075a3f',10,'2026-11-30T05:06:02+00:00');
INSERT INTO "utterances" VALUES(16,'8e027e75-0c61-438c-8c7a-172130ae46cc',16,'2026-11-30T05:06:02+00:00');
CREATE TABLE words (
    utterance INTEGER PRIMARY KEY REFERENCES utterances (seq),
    heard TEXT NOT NULL,
    said TEXT NOT NULL
);
INSERT INTO "words" VALUES(1,'Ana, Marco and Zoë','New game. Ana, Marco, and Zoë, good luck.');
INSERT INTO "words" VALUES(2,'Ana minus three, Marco closed with twelve','Ana minus three and Marco closed with twelve. Zoë is missing.');
INSERT INTO "words" VALUES(3,'Zoë twenty one','Zoë twenty-one. Marco''s twelve doubles to twenty-four. Totals: Ana minus three, Zoë twenty-one, and Marco twenty-four.');
INSERT INTO "words" VALUES(4,'no, Zoë twenty two','In round one: Zoë twenty-two instead of twenty-one. Totals: Ana minus three, Zoë twenty-two, and Marco twenty-four.');
INSERT INTO "words" VALUES(5,'Ana closed with four','Ana closed with four. Marco and Zoë are missing.');
INSERT INTO "words" VALUES(6,'Marco nine','Marco nine. Zoë is missing.');
INSERT INTO "words" VALUES(7,'undo','Taken back: Marco nine. Marco and Zoë are missing.');
INSERT INTO "words" VALUES(8,'Marco twenty eight','Marco twenty-eight. Zoë is missing.');
INSERT INTO "words" VALUES(9,'Zoë eight','Zoë eight. Totals: Ana one, Zoë thirty, and Marco fifty-two.');
INSERT INTO "words" VALUES(10,'yes','New game. Leo and Nina, good luck.');
INSERT INTO "words" VALUES(11,'Leo five, Nina six and closed','Leo five and Nina closed with six. Nina''s six doubles to twelve. Totals: Leo five and Nina twelve.');
INSERT INTO "words" VALUES(12,'Leo seven','Leo seven. Nina is missing.');
INSERT INTO "words" VALUES(13,'yes','The game is over. Leo wins with five. Then Nina second with twelve.');
INSERT INTO "words" VALUES(14,'undo','Taken back: the end of the game. The game goes on. Totals: Leo five and Nina twelve. Nina is missing.');
INSERT INTO "words" VALUES(15,'undo','Taken back: Leo seven.');
INSERT INTO "words" VALUES(16,'yes','New game. Ana and Marco, good luck.');
CREATE INDEX names_by_folded ON names (folded);
CREATE INDEX games_by_started_over ON games (started_over);
CREATE INDEX utterances_by_game ON utterances (game, seq);
CREATE INDEX events_by_utterance ON events (utterance, seq);
CREATE TRIGGER games_no_UPDATE BEFORE UPDATE ON games
BEGIN SELECT RAISE(ABORT, 'games is append only'); END;
CREATE TRIGGER games_no_DELETE BEFORE DELETE ON games
BEGIN SELECT RAISE(ABORT, 'games is append only'); END;
CREATE TRIGGER game_players_no_UPDATE BEFORE UPDATE ON game_players
BEGIN SELECT RAISE(ABORT, 'game_players is append only'); END;
CREATE TRIGGER game_players_no_DELETE BEFORE DELETE ON game_players
BEGIN SELECT RAISE(ABORT, 'game_players is append only'); END;
CREATE TRIGGER utterances_no_UPDATE BEFORE UPDATE ON utterances
BEGIN SELECT RAISE(ABORT, 'utterances is append only'); END;
CREATE TRIGGER utterances_no_DELETE BEFORE DELETE ON utterances
BEGIN SELECT RAISE(ABORT, 'utterances is append only'); END;
CREATE TRIGGER events_no_UPDATE BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events is append only'); END;
CREATE TRIGGER events_no_DELETE BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events is append only'); END;
COMMIT;
