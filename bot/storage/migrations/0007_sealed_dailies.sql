-- The code of a day stays sealed until nobody plays it any more, also where somebody's round of it
-- is over. Tables are made anew, since SQLite changes no CHECK of a table that is there.

CREATE TABLE new_rounds (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    codemaker INTEGER NOT NULL,
    codebreaker INTEGER NOT NULL CHECK (codebreaker <> codemaker),
    commitment TEXT,
    sealed TEXT,
    code TEXT,
    salt BLOB,
    voided TEXT,
    outcome TEXT CHECK (outcome IN ('solved', 'failed', 'conceded', 'abandoned')),
    unreadable_noted INTEGER NOT NULL CHECK (unreadable_noted IN (0, 1)),
    changes INTEGER NOT NULL DEFAULT 0 CHECK (changes >= 0),
    PRIMARY KEY (match_id, number),
    -- A code is either sealed or open, and open only once its round is over.
    CHECK ((commitment IS NOT NULL) = (sealed IS NOT NULL OR code IS NOT NULL)),
    CHECK (sealed IS NULL OR code IS NULL),
    CHECK (code IS NULL OR outcome IS NOT NULL),
    CHECK ((salt IS NOT NULL) = (code IS NOT NULL))
) STRICT;

INSERT INTO new_rounds (
    match_id, number, codemaker, codebreaker,
    commitment, sealed, code, salt, voided, outcome, unreadable_noted, changes
)
SELECT
    match_id, number, codemaker, codebreaker,
    commitment, sealed, code, salt, voided, outcome, unreadable_noted, changes
FROM rounds;

DROP TABLE rounds;
ALTER TABLE new_rounds RENAME TO rounds;

CREATE INDEX running_rounds ON rounds (codemaker) WHERE outcome IS NULL;

CREATE TABLE new_rows (
    match_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    -- NULL: it is the code of its round, while that is sealed.
    code TEXT,
    black INTEGER NOT NULL CHECK (black >= 0),
    white INTEGER NOT NULL CHECK (white >= 0),
    -- Discord may deliver a message or interaction twice; its number is what makes a row one row.
    source INTEGER NOT NULL UNIQUE,
    played_at INTEGER NOT NULL,
    PRIMARY KEY (match_id, round, number),
    FOREIGN KEY (match_id, round) REFERENCES rounds (match_id, number) ON DELETE CASCADE
) STRICT;

INSERT INTO new_rows (match_id, round, number, code, black, white, source, played_at)
SELECT match_id, round, number, code, black, white, source, played_at
FROM rows;

DROP TABLE rows;
ALTER TABLE new_rows RENAME TO rows;

-- Over, with nobody playing it any more: its codes lie open, and no more is told of it.
ALTER TABLE daily_days ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1));
UPDATE daily_days SET closed = 1 WHERE settled_at IS NOT NULL;

DROP INDEX owed_days;
CREATE INDEX unclosed_days ON daily_days (ends_at) WHERE closed = 0;

-- Of tries whose player had everything removed, until the day is settled: a keyed hash of the
-- player, so that nobody has two tries.
CREATE TABLE daily_marks (
    guild INTEGER NOT NULL,
    day TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (guild, day, mark),
    FOREIGN KEY (guild, day) REFERENCES daily_days (guild, day) ON DELETE CASCADE
) STRICT;
