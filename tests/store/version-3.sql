-- A database as version 3 made it. Never changed: it stands for the files that people have.
CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    code TEXT,
    game TEXT NOT NULL,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    phase TEXT NOT NULL,
    public INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    due INTEGER) STRICT;
CREATE UNIQUE INDEX tables_code ON tables (code) WHERE phase = 'waiting';
CREATE INDEX tables_public ON tables (created) WHERE phase = 'waiting' AND public = 1;
CREATE INDEX tables_touched ON tables (touched);
CREATE TABLE heads (number INTEGER PRIMARY KEY, head TEXT NOT NULL) STRICT;
CREATE TABLE events (
    number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (number, seq)) STRICT, WITHOUT ROWID;
CREATE TABLE daily (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    day INTEGER NOT NULL,
    player TEXT NOT NULL,
    name TEXT NOT NULL,
    score INTEGER NOT NULL,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    UNIQUE (game, day, player)) STRICT;
CREATE INDEX daily_top ON daily (game, day, score DESC, at);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
INSERT INTO tables VALUES (1, 'kept', 'fern-42', 'pig', 5, 6, 'waiting', 1, 2, NULL),
    (2, 'big', NULL, 'roller', -9, 6, 'playing', 0, 300, 50), (7, 'bare', NULL, 'pig', 0, 0, 'over', 0, 0, NULL);
INSERT INTO heads VALUES (1, '{}'), (2, '{"seats": 2}'), (7, '');
INSERT INTO events VALUES (1, 1, 5, 'one'), (1, 2, 6, 'two');
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300)
    INSERT INTO events SELECT 2, n, n * 1000, 'event ' || n FROM numbers;
INSERT INTO daily VALUES (1, 'pig', 7, 'key', 'Bea', 50, 3, 'roll'), (3, 'pig', 8, 'key', 'Bea', -50, 3, '');
PRAGMA application_id = 0x50697077;
PRAGMA user_version = 3;
