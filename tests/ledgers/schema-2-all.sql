-- Written by the ledger as it was with schema 2 (319350b), through its commit(), delete() and
-- add_sheets(): games over and not, people who came and went, a shared win, a wrong clock,
-- a deleted game, imported ones with a date and without, undo and redo.
PRAGMA application_id = 1399552362;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE beginnings (
    game INTEGER PRIMARY KEY REFERENCES games (seq),
    moment INTEGER,
    imported INTEGER NOT NULL
);
INSERT INTO "beginnings" VALUES(1,1777745700,0);
INSERT INTO "beginnings" VALUES(6,NULL,0);
INSERT INTO "beginnings" VALUES(12,1777745700,0);
INSERT INTO "beginnings" VALUES(14,1766595600,1);
INSERT INTO "beginnings" VALUES(15,NULL,1);
INSERT INTO "beginnings" VALUES(16,1778350500,0);
CREATE TABLE deleted (
    game INTEGER PRIMARY KEY REFERENCES games (seq),
    at TEXT NOT NULL
);
INSERT INTO "deleted" VALUES(12,'2026-05-02T20:15:00+02:00');
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    utterance INTEGER NOT NULL REFERENCES utterances (seq),
    kind TEXT NOT NULL,
    payload TEXT NOT NULL
);
INSERT INTO "events" VALUES(1,'3f80302a-f7b9-52c3-81c3-3b7cb0f61e71',1,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":3}}');
INSERT INTO "events" VALUES(2,'a2e19220-ccf9-5b39-ba5f-0ea3da520d6d',2,'score_set','{"round":1,"seat":0,"points":12}');
INSERT INTO "events" VALUES(3,'d195704a-a4ba-5a46-9ff1-38556f0d095b',2,'score_set','{"round":1,"seat":1,"points":5}');
INSERT INTO "events" VALUES(4,'39645eda-119b-5e55-a311-eb5b60078c57',2,'score_set','{"round":1,"seat":2,"points":9}');
INSERT INTO "events" VALUES(5,'9bb66018-89b2-5dd7-a89f-349dda99e7e5',2,'closer_set','{"round":1,"seat":0}');
INSERT INTO "events" VALUES(6,'c78ccb7b-76bc-552c-b1f2-181dd2ac2493',3,'player_left','{"round":2,"seat":2}');
INSERT INTO "events" VALUES(7,'560f9f72-89dd-5861-a7e5-897afd2e359a',3,'player_joined','{"round":2,"seat":3,"total":null}');
INSERT INTO "events" VALUES(8,'ca97075d-83c3-585c-a181-584bdc8e5bb9',4,'score_set','{"round":2,"seat":0,"points":-3}');
INSERT INTO "events" VALUES(9,'e4e3b567-20e5-577d-8a07-cfe948cbcbff',4,'score_set','{"round":2,"seat":1,"points":20}');
INSERT INTO "events" VALUES(10,'6435d13f-4e37-5d76-95e5-c657bd803b25',4,'score_set','{"round":2,"seat":3,"points":21}');
INSERT INTO "events" VALUES(11,'dc8629ec-bc8d-540f-8d23-323c98ed9735',4,'closer_set','{"round":2,"seat":1}');
INSERT INTO "events" VALUES(12,'d3d5b7da-6243-57a3-a24b-2458ab78470d',5,'score_set','{"round":3,"seat":0,"points":4}');
INSERT INTO "events" VALUES(13,'8c235d5b-ff3e-558c-b2ae-dbba82799136',5,'score_set','{"round":3,"seat":1,"points":4}');
INSERT INTO "events" VALUES(14,'289d4900-f074-55c2-a32c-19933a09f421',5,'score_set','{"round":3,"seat":3,"points":4}');
INSERT INTO "events" VALUES(15,'9fe2fdd1-9ea6-5f44-acbb-3953e602f982',5,'closer_set','{"round":3,"seat":null}');
INSERT INTO "events" VALUES(16,'474032b1-8037-548c-8e66-88eca5d3892e',6,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":null}}');
INSERT INTO "events" VALUES(17,'5fa48d84-4b55-59f5-9c1f-5e98b65e2582',7,'score_set','{"round":1,"seat":0,"points":6}');
INSERT INTO "events" VALUES(18,'613e9ec2-18bc-5d46-8267-afbf4793753a',7,'score_set','{"round":1,"seat":1,"points":3}');
INSERT INTO "events" VALUES(19,'1a48e0be-4c34-53d2-831b-be26f0faf725',7,'closer_set','{"round":1,"seat":1}');
INSERT INTO "events" VALUES(20,'9e199aea-e505-5a3b-9145-ada563022cca',8,'score_set','{"round":2,"seat":0,"points":0}');
INSERT INTO "events" VALUES(21,'4ab033cd-6e61-524b-be64-806577c241b9',8,'score_set','{"round":2,"seat":1,"points":3}');
INSERT INTO "events" VALUES(22,'47f97ee2-5f4b-5afb-a14e-eb90237a300a',8,'closer_set','{"round":2,"seat":0}');
INSERT INTO "events" VALUES(23,'4c20783a-c896-5185-95e5-39f765b739aa',9,'game_ended','{}');
INSERT INTO "events" VALUES(24,'57e7a433-c2f5-59f5-ae92-5ed7401124cf',10,'undone','{"utterance":"00000000-0000-4000-8000-000000000709"}');
INSERT INTO "events" VALUES(25,'aee823fa-c7bf-542c-b72e-d6a6b71d2bdc',11,'redone','{"utterance":"00000000-0000-4000-8000-000000000709"}');
INSERT INTO "events" VALUES(26,'dd4a8cea-be36-5b1f-9bb9-8e73c628bf56',12,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":1}}');
INSERT INTO "events" VALUES(27,'f2c6a499-d4b1-5f3d-8504-ef8cfbba9614',13,'score_set','{"round":1,"seat":0,"points":-5}');
INSERT INTO "events" VALUES(28,'7170c809-1beb-556e-b62c-6775bd362971',13,'score_set','{"round":1,"seat":1,"points":40}');
INSERT INTO "events" VALUES(29,'d06675d3-30a7-5743-868b-fd5741d5c433',13,'closer_set','{"round":1,"seat":0}');
INSERT INTO "events" VALUES(30,'884aaac3-f2bb-5c2c-8b68-29238d0f0879',14,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"flat","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":1}}');
INSERT INTO "events" VALUES(31,'58d6cca6-8d9a-5df6-98ec-e9fefe94a97b',14,'sheet_written','{"rounds":[[7,7,1]]}');
INSERT INTO "events" VALUES(32,'1b432b82-e00d-5557-86ec-49b22fabc729',15,'game_started','{"rules":{"end_at":50,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":null}}');
INSERT INTO "events" VALUES(33,'a4270751-2a35-57a4-8278-ff4401284979',15,'sheet_written','{"rounds":[[60,1,1]]}');
INSERT INTO "events" VALUES(34,'964e81ec-5e30-5cff-b414-74caeaf1f60f',16,'game_started','{"rules":{"end_at":100,"end_when":"reaches","tie_doubles":true,"double_negative":false,"penalty":"double","flat_points":10,"starter":"closer","columns":true,"shared_win":true,"rounds":null}}');
INSERT INTO "events" VALUES(35,'a455bf6d-b31c-55aa-86da-01f269351b9c',17,'score_set','{"round":1,"seat":0,"points":30}');
INSERT INTO "events" VALUES(36,'0dda1b27-bb6d-527a-9988-8aeca2bbfc32',17,'score_set','{"round":1,"seat":1,"points":2}');
INSERT INTO "events" VALUES(37,'b58f883d-3e65-5bc1-a28b-283b36aa4a4e',17,'closer_set','{"round":1,"seat":1}');
INSERT INTO "events" VALUES(38,'9b574f90-70d5-5daa-95b6-18f2bcee9c61',18,'score_set','{"round":2,"seat":0,"points":9}');
INSERT INTO "events" VALUES(39,'6418984b-44ec-5050-8004-23ab217e6f88',19,'undone','{"utterance":"00000000-0000-4000-8000-000000000716"}');
CREATE TABLE game_players (
    game INTEGER NOT NULL REFERENCES games (seq),
    seat INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES names (id),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
INSERT INTO "game_players" VALUES(1,0,1);
INSERT INTO "game_players" VALUES(12,0,1);
INSERT INTO "game_players" VALUES(14,0,1);
INSERT INTO "game_players" VALUES(16,0,1);
INSERT INTO "game_players" VALUES(1,1,2);
INSERT INTO "game_players" VALUES(15,1,2);
INSERT INTO "game_players" VALUES(16,1,2);
INSERT INTO "game_players" VALUES(1,2,3);
INSERT INTO "game_players" VALUES(1,3,4);
INSERT INTO "game_players" VALUES(6,1,4);
INSERT INTO "game_players" VALUES(12,1,4);
INSERT INTO "game_players" VALUES(6,0,5);
INSERT INTO "game_players" VALUES(14,1,6);
INSERT INTO "game_players" VALUES(15,0,6);
CREATE TABLE games (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started_over INTEGER REFERENCES games (seq)
);
INSERT INTO "games" VALUES(1,'game-1',NULL);
INSERT INTO "games" VALUES(6,'game-2',1);
INSERT INTO "games" VALUES(12,'game-3',6);
INSERT INTO "games" VALUES(14,'game-4',NULL);
INSERT INTO "games" VALUES(15,'game-5',NULL);
INSERT INTO "games" VALUES(16,'game-6',NULL);
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO "meta" VALUES('schema','2');
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
INSERT INTO "names" VALUES(5,1,'ANA','ana');
INSERT INTO "names" VALUES(6,5,'Nina','nina');
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE
);
INSERT INTO "people" VALUES(1,'00000000-0000-4000-8000-000000009501');
INSERT INTO "people" VALUES(2,'00000000-0000-4000-8000-000000009502');
INSERT INTO "people" VALUES(3,'00000000-0000-4000-8000-000000009503');
INSERT INTO "people" VALUES(4,'00000000-0000-4000-8000-000000009504');
INSERT INTO "people" VALUES(5,'00000000-0000-4000-8000-000000009506');
CREATE TABLE shelf (
    row INTEGER PRIMARY KEY CHECK (row = 1),
    current TEXT NOT NULL,
    behind TEXT NOT NULL,
    ahead TEXT NOT NULL
);
INSERT INTO "shelf" VALUES(1,'game-6','["game-1", "game-2"]','[]');
CREATE TABLE summaries (
    game INTEGER PRIMARY KEY REFERENCES games (seq),
    rounds INTEGER NOT NULL,
    totals TEXT NOT NULL,
    winners TEXT NOT NULL,
    over INTEGER NOT NULL,
    sheet TEXT NOT NULL
);
INSERT INTO "summaries" VALUES(1,3,'[25, 49, 9, 49]','[0]',1,'{"rounds":[[12,5,9,0],[-3,20,21,1],[4,4,4,null]],"first":3,"changes":[[2,2],[2,3,null]],"rules":{"rounds":3}}');
INSERT INTO "summaries" VALUES(6,2,'[6, 6]','[0, 1]',1,'{"rounds":[[6,3,1],[0,3,0]],"ended":true}');
INSERT INTO "summaries" VALUES(12,1,'[-5, 40]','[0]',1,'{"rounds":[[-5,40,0]],"rules":{"rounds":1}}');
INSERT INTO "summaries" VALUES(14,1,'[7, 17]','[0]',1,'{"rounds":[[7,7,1]],"rules":{"penalty":"flat","rounds":1}}');
INSERT INTO "summaries" VALUES(15,1,'[60, 1]','[1]',1,'{"rounds":[[60,1,1]],"rules":{"end_at":50}}');
INSERT INTO "summaries" VALUES(16,1,'[30, 2]','[]',0,'{"rounds":[[30,2,1]]}');
CREATE TABLE utterances (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game INTEGER REFERENCES games (seq),
    at TEXT NOT NULL
);
INSERT INTO "utterances" VALUES(1,'00000000-0000-4000-8000-000000000701',1,'2026-05-02T20:15:00+02:00');
INSERT INTO "utterances" VALUES(2,'00000000-0000-4000-8000-000000000702',1,'2026-05-02T20:15:00+02:00');
INSERT INTO "utterances" VALUES(3,'00000000-0000-4000-8000-000000000703',1,'2026-05-02T20:15:00+02:00');
INSERT INTO "utterances" VALUES(4,'00000000-0000-4000-8000-000000000704',1,'2026-05-02T20:15:00+02:00');
INSERT INTO "utterances" VALUES(5,'00000000-0000-4000-8000-000000000705',1,'2026-05-02T20:15:00+02:00');
INSERT INTO "utterances" VALUES(6,'00000000-0000-4000-8000-000000000706',6,'1970-01-01T00:03:00+00:00');
INSERT INTO "utterances" VALUES(7,'00000000-0000-4000-8000-000000000707',6,'1970-01-01T00:03:00+00:00');
INSERT INTO "utterances" VALUES(8,'00000000-0000-4000-8000-000000000708',6,'1970-01-01T00:03:00+00:00');
INSERT INTO "utterances" VALUES(9,'00000000-0000-4000-8000-000000000709',6,'1970-01-01T00:03:00+00:00');
INSERT INTO "utterances" VALUES(10,'00000000-0000-4000-8000-000000000710',6,'1970-01-01T00:03:00+00:00');
INSERT INTO "utterances" VALUES(11,'00000000-0000-4000-8000-000000000711',6,'1970-01-01T00:03:00+00:00');
INSERT INTO "utterances" VALUES(12,'00000000-0000-4000-8000-000000000712',12,'2026-05-02T20:15:00+02:00');
INSERT INTO "utterances" VALUES(13,'00000000-0000-4000-8000-000000000713',12,'2026-05-02T20:15:00+02:00');
INSERT INTO "utterances" VALUES(14,'00000000-0000-4000-8000-000000009505',14,'2025-12-24T18:00:00+01:00');
INSERT INTO "utterances" VALUES(15,'00000000-0000-4000-8000-000000009507',15,'2026-05-03T10:00:00+02:00');
INSERT INTO "utterances" VALUES(16,'00000000-0000-4000-8000-000000000714',16,'2026-05-09T20:15:00+02:00');
INSERT INTO "utterances" VALUES(17,'00000000-0000-4000-8000-000000000715',16,'2026-05-09T20:15:00+02:00');
INSERT INTO "utterances" VALUES(18,'00000000-0000-4000-8000-000000000716',16,'2026-05-09T20:15:00+02:00');
INSERT INTO "utterances" VALUES(19,'00000000-0000-4000-8000-000000000717',16,'2026-05-09T20:15:00+02:00');
CREATE TABLE words (
    utterance INTEGER PRIMARY KEY REFERENCES utterances (seq),
    heard TEXT NOT NULL,
    said TEXT NOT NULL
);
INSERT INTO "words" VALUES(1,'heard 1','said 1');
INSERT INTO "words" VALUES(2,'heard 2','said 2');
INSERT INTO "words" VALUES(3,'heard 3','said 3');
INSERT INTO "words" VALUES(4,'heard 4','said 4');
INSERT INTO "words" VALUES(5,'heard 5','said 5');
INSERT INTO "words" VALUES(6,'heard 6','said 6');
INSERT INTO "words" VALUES(7,'heard 7','said 7');
INSERT INTO "words" VALUES(8,'heard 8','said 8');
INSERT INTO "words" VALUES(9,'heard 9','said 9');
INSERT INTO "words" VALUES(10,'heard 10','said 10');
INSERT INTO "words" VALUES(11,'heard 11','said 11');
INSERT INTO "words" VALUES(12,'heard 12','said 12');
INSERT INTO "words" VALUES(13,'heard 13','said 13');
INSERT INTO "words" VALUES(16,'heard 14','said 14');
INSERT INTO "words" VALUES(17,'heard 15','said 15');
INSERT INTO "words" VALUES(18,'heard 16','said 16');
INSERT INTO "words" VALUES(19,'heard 17','said 17');
CREATE INDEX names_by_folded ON names (folded);
CREATE INDEX games_by_started_over ON games (started_over);
CREATE INDEX utterances_by_game ON utterances (game, seq);
CREATE INDEX events_by_utterance ON events (utterance, seq);
CREATE INDEX summaries_not_over ON summaries (game) WHERE over = 0;
CREATE INDEX beginnings_by_moment ON beginnings (imported, moment);
CREATE INDEX game_players_by_name ON game_players (name, game);
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
