-- A database as version 1 made it. Never changed: it stands for the files that people have.
CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    code TEXT,
    game TEXT NOT NULL,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    phase TEXT NOT NULL,
    public INTEGER NOT NULL,
    last_seq INTEGER NOT NULL) STRICT;
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
INSERT INTO tables VALUES (1, 'kept', 'fern-42', 'pig', 5, 6, 'waiting', 1, 2);
INSERT INTO heads VALUES (1, '{}');
INSERT INTO events VALUES (1, 1, 5, 'one'), (1, 2, 6, 'two');
PRAGMA application_id = 0x50697077;
PRAGMA user_version = 1;
