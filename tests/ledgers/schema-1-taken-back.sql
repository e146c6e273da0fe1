-- Written by play --typed at 303f49c: a game whose start was taken back, so that
-- none is on the table.
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
INSERT INTO "events" VALUES(1,'60314bd8-824a-54ec-abcf-f889f4f1bbc1',1,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":null}}');
INSERT INTO "events" VALUES(2,'85dfc04d-daec-57c0-9fa8-74b7b88dfbb7',2,'score_set','{"round":1,"seat":0,"points":5}');
INSERT INTO "events" VALUES(3,'0ba8d46a-73ab-513a-98f0-9c20f827d1e9',2,'score_set','{"round":1,"seat":1,"points":7}');
INSERT INTO "events" VALUES(4,'24782f58-fae5-5283-8294-67da4eb0c286',2,'closer_set','{"round":1,"seat":1}');
INSERT INTO "events" VALUES(5,'0f606f9e-148a-5b2a-8388-91854b77970c',3,'undone','{"utterance":"c3dfbd29-64c9-4e47-b7f8-a7533b9e6cdd"}');
INSERT INTO "events" VALUES(6,'d060c4b8-c842-5bdf-a1f2-8eeb6be282c0',4,'undone','{"utterance":"5c6d849d-0678-47f1-a0d1-25f2b3b5441b"}');
CREATE TABLE game_players (
    game INTEGER NOT NULL REFERENCES games (seq),
    seat INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES names (id),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
INSERT INTO "game_players" VALUES(1,0,1);
INSERT INTO "game_players" VALUES(1,1,2);
CREATE TABLE games (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started_over INTEGER REFERENCES games (seq)
);
INSERT INTO "games" VALUES(1,'991b755b-2686-45af-9f41-865fc589808c',NULL);
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
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE
);
INSERT INTO "people" VALUES(1,'fa0fca9c-5f0f-4f6a-9df1-884f69498e3b');
INSERT INTO "people" VALUES(2,'be552846-2644-4ef2-af1d-613987bb54fd');
CREATE TABLE shelf (
    row INTEGER PRIMARY KEY CHECK (row = 1),
    current TEXT NOT NULL,
    behind TEXT NOT NULL,
    ahead TEXT NOT NULL
);
INSERT INTO "shelf" VALUES(1,'','[]','["991b755b-2686-45af-9f41-865fc589808c"]');
CREATE TABLE summaries (
    game INTEGER PRIMARY KEY REFERENCES games (seq),
    rounds INTEGER NOT NULL,
    totals TEXT NOT NULL,
    winners TEXT NOT NULL,
    over INTEGER NOT NULL
);
INSERT INTO "summaries" VALUES(1,0,'[0, 0]','[]',0);
CREATE TABLE utterances (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game INTEGER REFERENCES games (seq),
    at TEXT NOT NULL
);
INSERT INTO "utterances" VALUES(1,'5c6d849d-0678-47f1-a0d1-25f2b3b5441b',1,'2026-11-30T05:06:15+00:00');
INSERT INTO "utterances" VALUES(2,'c3dfbd29-64c9-4e47-b7f8-a7533b9e6cdd',1,'2026-11-30T05:06:16+00:00');
INSERT INTO "utterances" VALUES(3,'63d18c5f-fa9f-4d8c-b643-54eb3047d2ea',1,'2026-11-30T05:06:16+00:00');
INSERT INTO "utterances" VALUES(4,'f6d11256-a0b2-4c24-83c0-611dd8048aa0',1,'2026-11-30T05:06:16+00:00');
CREATE TABLE words (
    utterance INTEGER PRIMARY KEY REFERENCES utterances (seq),
    heard TEXT NOT NULL,
    said TEXT NOT NULL
);
INSERT INTO "words" VALUES(1,'Ana and Marco','New game. Ana and Marco, good luck.');
INSERT INTO "words" VALUES(2,'Ana five, Marco closed with seven','Ana five and Marco closed with seven. Marco''s seven doubles to fourteen. Totals: Ana five and Marco fourteen.');
INSERT INTO "words" VALUES(3,'undo','Taken back: Ana five and Marco closed with seven. No round is finished, so everyone is at zero.');
INSERT INTO "words" VALUES(4,'undo','Taken back: the new game. Who plays?');
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
