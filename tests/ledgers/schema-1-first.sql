-- Written by the ledger as it first was (4045ccb), through its commit():
-- every kind of event, games put aside and resumed, undo and redo.
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
INSERT INTO "events" VALUES(1,'aee04b97-1d29-5964-a711-336edf4c8f1a',2,'game_started','{"rules":{"end_at":50,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"flat","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":null}}');
INSERT INTO "events" VALUES(2,'66140ab3-a4d4-5bd4-b9e1-ff62bb2f9da7',3,'score_set','{"round":1,"seat":0,"points":12}');
INSERT INTO "events" VALUES(3,'f4ffba75-d165-50a7-92a8-82ddeb180ade',3,'score_set','{"round":1,"seat":1,"points":5}');
INSERT INTO "events" VALUES(4,'be774ac1-5a7d-5699-916a-eb346ed23d3b',3,'closer_set','{"round":1,"seat":0}');
INSERT INTO "events" VALUES(5,'50432370-fffc-5c4d-b9e7-30ccbae12f42',4,'score_set','{"round":2,"seat":0,"points":3}');
INSERT INTO "events" VALUES(6,'d7bd645c-1037-50f9-9810-5cfd34e0c349',4,'score_set','{"round":2,"seat":1,"points":-2}');
INSERT INTO "events" VALUES(7,'523c483e-3e4a-5985-b93b-c766b4b92932',4,'closer_set','{"round":2,"seat":1}');
INSERT INTO "events" VALUES(8,'692d2d1a-25b9-5a7f-9ff7-4d54a4ee5d24',5,'score_set','{"round":3,"seat":0,"points":4}');
INSERT INTO "events" VALUES(9,'36c14fe3-cd7d-5cd7-8e64-24bcfd876721',5,'score_set','{"round":3,"seat":1,"points":4}');
INSERT INTO "events" VALUES(10,'22975148-c54c-5def-ae13-5ccaead16805',5,'closer_set','{"round":3,"seat":null}');
INSERT INTO "events" VALUES(11,'bfeb1b27-acaf-5aa7-aada-6fadce17d5ef',6,'score_cleared','{"round":3,"seat":0}');
INSERT INTO "events" VALUES(12,'0a3cf37d-a6f0-50a7-8fc9-ed54b34bcbfe',6,'closer_cleared','{"round":3}');
INSERT INTO "events" VALUES(13,'3bc63656-07a0-5992-9fa7-aaf553424735',7,'score_set','{"round":3,"seat":0,"points":9}');
INSERT INTO "events" VALUES(14,'22e246ae-b0e8-5770-a073-96847cafb824',7,'closer_set','{"round":3,"seat":0}');
INSERT INTO "events" VALUES(15,'9446a6e8-95e0-5efa-8a1d-f8b38479b71f',8,'round_removed','{"round":2}');
INSERT INTO "events" VALUES(16,'45a9f36e-8f22-5781-9c5b-158b32620be9',9,'game_ended','{}');
INSERT INTO "events" VALUES(17,'b598c2c0-7c6a-5d5f-8137-34c8a147ec17',10,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":null}}');
INSERT INTO "events" VALUES(18,'28570de1-3ed6-5611-8d73-807d0298e859',11,'score_set','{"round":1,"seat":0,"points":30}');
INSERT INTO "events" VALUES(19,'7681f88b-8db3-534b-b52a-b00ad76b0080',11,'score_set','{"round":1,"seat":1,"points":20}');
INSERT INTO "events" VALUES(20,'99e527a4-0fe0-5394-9422-fefe153fe5bd',11,'score_set','{"round":1,"seat":2,"points":10}');
INSERT INTO "events" VALUES(21,'8a9d081c-0450-584d-be59-b11d04554e3d',11,'closer_set','{"round":1,"seat":2}');
INSERT INTO "events" VALUES(22,'ec339375-ff1d-5bc0-bf37-413fc258bfa9',12,'score_set','{"round":2,"seat":1,"points":7}');
INSERT INTO "events" VALUES(23,'5b01250d-8e3c-5b4f-82e7-de4a8c6087ee',13,'undone','{"utterance":"00000000-0000-4000-8000-000000000012"}');
INSERT INTO "events" VALUES(24,'cc050ebf-3519-50f0-a61b-92c1cf3f2c7e',14,'redone','{"utterance":"00000000-0000-4000-8000-000000000012"}');
INSERT INTO "events" VALUES(25,'95b1fb8f-9aa8-5aa9-8b8e-a5693667c8ca',15,'undone','{"utterance":"00000000-0000-4000-8000-000000000012"}');
INSERT INTO "events" VALUES(26,'e4b5ad37-b3a9-5f7d-90ad-41b310935899',16,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":1}}');
INSERT INTO "events" VALUES(27,'77764b0d-cfb8-580e-a405-10dbf2e5672f',17,'score_set','{"round":1,"seat":0,"points":9}');
INSERT INTO "events" VALUES(28,'90f16683-a855-5b8c-b65e-ea41e0eaf921',17,'score_set','{"round":1,"seat":1,"points":9}');
INSERT INTO "events" VALUES(29,'b99419a6-8195-57be-b924-35765206f0e4',17,'closer_set','{"round":1,"seat":0}');
INSERT INTO "events" VALUES(30,'b35420b9-c6ba-50f7-b6fe-16ad74b008a3',18,'game_resumed','{}');
CREATE TABLE game_players (
    game INTEGER NOT NULL REFERENCES games (seq),
    seat INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES names (id),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
INSERT INTO "game_players" VALUES(2,0,1);
INSERT INTO "game_players" VALUES(2,1,2);
INSERT INTO "game_players" VALUES(10,0,3);
INSERT INTO "game_players" VALUES(10,1,4);
INSERT INTO "game_players" VALUES(10,2,5);
INSERT INTO "game_players" VALUES(16,0,6);
INSERT INTO "game_players" VALUES(16,1,7);
CREATE TABLE games (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started_over INTEGER REFERENCES games (seq)
);
INSERT INTO "games" VALUES(2,'aaaaaaaa-0000-4000-8000-000000000000',NULL);
INSERT INTO "games" VALUES(10,'bbbbbbbb-0000-4000-8000-000000000000',2);
INSERT INTO "games" VALUES(16,'cccccccc-0000-4000-8000-000000000000',10);
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
INSERT INTO "names" VALUES(2,2,'Zoë','zoë');
INSERT INTO "names" VALUES(3,3,'Marco','marco');
INSERT INTO "names" VALUES(4,1,'ana','ana');
INSERT INTO "names" VALUES(5,4,'Leo','leo');
INSERT INTO "names" VALUES(6,5,'Bea','bea');
INSERT INTO "names" VALUES(7,6,'Carl','carl');
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE
);
INSERT INTO "people" VALUES(1,'f94afdc8-1da7-4f2b-80e0-5768db0c357a');
INSERT INTO "people" VALUES(2,'1c78efdd-411d-40fc-b476-a7b13b0e13b7');
INSERT INTO "people" VALUES(3,'1dbed81f-ecf9-4765-8ec4-4fb828dfc8b4');
INSERT INTO "people" VALUES(4,'b4a25cf7-b81c-4567-bd2f-a694b89b4961');
INSERT INTO "people" VALUES(5,'1c75560a-80f7-4c19-902e-eaaf5acdff2c');
INSERT INTO "people" VALUES(6,'d932e118-7260-4684-a7d5-26077654e2c7');
CREATE TABLE shelf (
    row INTEGER PRIMARY KEY CHECK (row = 1),
    current TEXT NOT NULL,
    behind TEXT NOT NULL,
    ahead TEXT NOT NULL
);
INSERT INTO "shelf" VALUES(1,'bbbbbbbb-0000-4000-8000-000000000000','["aaaaaaaa-0000-4000-8000-000000000000"]','["cccccccc-0000-4000-8000-000000000000"]');
CREATE TABLE summaries (
    game INTEGER PRIMARY KEY REFERENCES games (seq),
    rounds INTEGER NOT NULL,
    totals TEXT NOT NULL,
    winners TEXT NOT NULL,
    over INTEGER NOT NULL
);
INSERT INTO "summaries" VALUES(2,2,'[41, 9]','[1]',1);
INSERT INTO "summaries" VALUES(10,1,'[30, 20, 10]','[]',0);
INSERT INTO "summaries" VALUES(16,1,'[18, 9]','[1]',1);
CREATE TABLE utterances (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game INTEGER REFERENCES games (seq),
    at TEXT NOT NULL
);
INSERT INTO "utterances" VALUES(1,'00000000-0000-4000-8000-000000000001',NULL,'2026-01-03T20:01:00+01:00');
INSERT INTO "utterances" VALUES(2,'00000000-0000-4000-8000-000000000002',2,'2026-01-03T20:02:00+01:00');
INSERT INTO "utterances" VALUES(3,'00000000-0000-4000-8000-000000000003',2,'2026-01-03T20:03:00+01:00');
INSERT INTO "utterances" VALUES(4,'00000000-0000-4000-8000-000000000004',2,'2026-01-03T20:04:00+01:00');
INSERT INTO "utterances" VALUES(5,'00000000-0000-4000-8000-000000000005',2,'2026-01-03T20:05:00+01:00');
INSERT INTO "utterances" VALUES(6,'00000000-0000-4000-8000-000000000006',2,'2026-01-03T20:06:00+01:00');
INSERT INTO "utterances" VALUES(7,'00000000-0000-4000-8000-000000000007',2,'2026-01-03T20:07:00+01:00');
INSERT INTO "utterances" VALUES(8,'00000000-0000-4000-8000-000000000008',2,'2026-01-03T20:08:00+01:00');
INSERT INTO "utterances" VALUES(9,'00000000-0000-4000-8000-000000000009',2,'2026-01-03T20:09:00+01:00');
INSERT INTO "utterances" VALUES(10,'00000000-0000-4000-8000-000000000010',10,'2026-01-03T20:10:00+01:00');
INSERT INTO "utterances" VALUES(11,'00000000-0000-4000-8000-000000000011',10,'2026-01-03T20:11:00+01:00');
INSERT INTO "utterances" VALUES(12,'00000000-0000-4000-8000-000000000012',10,'2026-01-04T20:12:00+01:00');
INSERT INTO "utterances" VALUES(13,'00000000-0000-4000-8000-000000000013',10,'2026-01-04T20:13:00+01:00');
INSERT INTO "utterances" VALUES(14,'00000000-0000-4000-8000-000000000014',10,'2026-01-04T20:14:00+01:00');
INSERT INTO "utterances" VALUES(15,'00000000-0000-4000-8000-000000000015',10,'2026-01-04T20:15:00+01:00');
INSERT INTO "utterances" VALUES(16,'00000000-0000-4000-8000-000000000016',16,'2026-01-04T20:16:00+01:00');
INSERT INTO "utterances" VALUES(17,'00000000-0000-4000-8000-000000000017',16,'2026-01-04T20:17:00+01:00');
INSERT INTO "utterances" VALUES(18,'00000000-0000-4000-8000-000000000018',10,'2026-01-04T20:18:00+01:00');
CREATE TABLE words (
    utterance INTEGER PRIMARY KEY REFERENCES utterances (seq),
    heard TEXT NOT NULL,
    said TEXT NOT NULL
);
INSERT INTO "words" VALUES(1,'is anybody there','Who plays?');
INSERT INTO "words" VALUES(2,'heard 2','said 2');
INSERT INTO "words" VALUES(3,'heard 3','said 3');
INSERT INTO "words" VALUES(4,'heard 4','said 4');
INSERT INTO "words" VALUES(5,'heard 5','said 5');
INSERT INTO "words" VALUES(6,'heard 6','said 6');
INSERT INTO "words" VALUES(7,'heard 7','said 7');
INSERT INTO "words" VALUES(8,'heard 8','said 8');
INSERT INTO "words" VALUES(9,'end the game','said 9');
INSERT INTO "words" VALUES(10,'heard 10','said 10');
INSERT INTO "words" VALUES(11,'heard 11','said 11');
INSERT INTO "words" VALUES(12,'heard 12','said 12');
INSERT INTO "words" VALUES(13,'heard 13','said 13');
INSERT INTO "words" VALUES(14,'heard 14','said 14');
INSERT INTO "words" VALUES(15,'heard 15','said 15');
INSERT INTO "words" VALUES(16,'heard 16','said 16');
INSERT INTO "words" VALUES(17,'heard 17','said 17');
INSERT INTO "words" VALUES(18,'heard 18','said 18');
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
