-- Lengths of time are whole microseconds too. The limits that were the same for all matches so
-- far become those of each match.

ALTER TABLE matches ADD COLUMN turn_limit INTEGER NOT NULL DEFAULT 259200000000
CHECK (turn_limit > 0);
ALTER TABLE matches ADD COLUMN reminder INTEGER DEFAULT 86400000000 CHECK (reminder > 0);
ALTER TABLE matches ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0 CHECK (reminded IN (0, 1));
ALTER TABLE matches ADD COLUMN called_off TEXT CHECK (
    called_off IN ('left', 'inactivity', 'admin', 'thread gone', 'channel gone', 'erased')
);
-- What `Match.next_deadline` says, so that what is due is found without reading every match.
ALTER TABLE matches ADD COLUMN next_deadline INTEGER;

UPDATE matches SET called_off = 'left' WHERE phase = 'cancelled' AND leaver IS NOT NULL;
UPDATE matches SET next_deadline = expires_at WHERE phase = 'challenged';
UPDATE matches SET next_deadline = turn_since + reminder WHERE phase IN ('setting', 'breaking');

CREATE INDEX deadlines ON matches (next_deadline) WHERE next_deadline IS NOT NULL;

ALTER TABLE rounds ADD COLUMN changes INTEGER NOT NULL DEFAULT 0 CHECK (changes >= 0);

-- Codes that nobody will be shown any more.
UPDATE rounds SET commitment = NULL, sealed = NULL
WHERE outcome IS NULL AND match_id IN (
    SELECT id FROM matches WHERE phase IN ('declined', 'cancelled', 'expired')
);

CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    language TEXT,
    preset TEXT NOT NULL,
    rounds INTEGER NOT NULL CHECK (rounds >= 2 AND rounds % 2 = 0),
    challenge_life INTEGER NOT NULL CHECK (challenge_life > 0),
    turn_limit INTEGER NOT NULL CHECK (turn_limit > 0),
    reminder INTEGER CHECK (reminder > 0),
    challenges_each INTEGER NOT NULL CHECK (challenges_each >= 1),
    matches_each INTEGER NOT NULL CHECK (matches_each >= 1),
    matches_here INTEGER NOT NULL CHECK (matches_here >= 1),
    pause INTEGER NOT NULL CHECK (pause >= 0)
) STRICT;

-- The channels and the roles to which a server keeps its matches.
CREATE TABLE server_places (
    guild INTEGER NOT NULL REFERENCES servers (guild) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('channel', 'role')),
    id INTEGER NOT NULL,
    PRIMARY KEY (guild, kind, id)
) STRICT;

-- Servers that the bot was removed from, until it comes back or their data is deleted.
CREATE TABLE absences (
    guild INTEGER PRIMARY KEY,
    since INTEGER NOT NULL
) STRICT;

CREATE TABLE preferences (
    player INTEGER PRIMARY KEY,
    reminders INTEGER NOT NULL CHECK (reminders IN (0, 1)),
    challengeable INTEGER NOT NULL CHECK (challengeable IN (0, 1)),
    code_place TEXT NOT NULL CHECK (code_place IN ('private', 'thread'))
) STRICT;

CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    actor INTEGER NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_guild ON audit (guild, seq);

-- One row: when the bot was last known to run and to be connected, and until when it has heard
-- everything that was written to it.
CREATE TABLE uptime (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    alive_at INTEGER NOT NULL,
    heard_at INTEGER
) STRICT;

-- Nothing was noted so far; the last time that anybody did anything is the best that is known.
INSERT INTO uptime (id, alive_at, heard_at)
SELECT 1, MAX(seen_at), MAX(seen_at) FROM players HAVING MAX(seen_at) IS NOT NULL;

-- What refers to a match, so that deleting one does not look through everything.
CREATE INDEX entries_of_match ON outbox (match_id);
CREATE INDEX successors ON matches (successor) WHERE successor IS NOT NULL;
CREATE INDEX matches_of_opponent ON matches (opponent);
CREATE INDEX matches_of_challenger ON matches (challenger);
CREATE INDEX settled_entries ON outbox (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX challenges_of ON matches (guild, challenger, created_at);
