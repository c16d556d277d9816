-- Matches against the bot, and codes of the bot's that one person cracks alone, in one round. The
-- table is made anew, since SQLite changes no CHECK of a table that is there.

CREATE TABLE new_matches (
    id TEXT PRIMARY KEY CHECK (id <> ''),
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    challenger INTEGER NOT NULL,
    opponent INTEGER NOT NULL CHECK (opponent <> challenger),
    kind TEXT NOT NULL CHECK (kind IN ('people', 'bot', 'solo', 'daily')),
    positions INTEGER NOT NULL CHECK (positions >= 1),
    symbols TEXT NOT NULL CHECK (symbols IN ('colours', 'digits', 'letters')),
    colours INTEGER NOT NULL CHECK (colours >= 1),
    max_rows INTEGER NOT NULL CHECK (max_rows >= 1),
    repeats INTEGER NOT NULL CHECK (repeats IN (0, 1)),
    blanks INTEGER NOT NULL CHECK (blanks IN (0, 1)),
    challenge_rounds INTEGER NOT NULL,
    points TEXT NOT NULL CHECK (points IN ('rows', 'key pegs')),
    first_codemaker TEXT NOT NULL CHECK (first_codemaker IN ('me', 'opponent', 'random')),
    private INTEGER NOT NULL CHECK (private IN (0, 1)),
    level TEXT CHECK (level IN ('easy', 'fair', 'strong', 'perfect')),
    hints INTEGER NOT NULL CHECK (hints IN (0, 1)),
    phase TEXT NOT NULL CHECK (phase IN (
        'challenged', 'setting', 'breaking', 'finished', 'declined', 'cancelled', 'expired'
    )),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    turn_since INTEGER NOT NULL,
    agreed_rounds INTEGER NOT NULL,
    turn_limit INTEGER NOT NULL CHECK (turn_limit > 0),
    reminder INTEGER CHECK (reminder > 0),
    reminded INTEGER NOT NULL CHECK (reminded IN (0, 1)),
    next_deadline INTEGER,
    message INTEGER,
    thread INTEGER,
    lost_thread INTEGER,
    ending TEXT CHECK (ending IN ('complete', 'forfeit', 'inactivity')),
    winner INTEGER CHECK (winner IN (challenger, opponent)),
    leaver INTEGER CHECK (leaver IN (challenger, opponent)),
    called_off TEXT CHECK (
        called_off IN ('left', 'inactivity', 'admin', 'thread gone', 'channel gone', 'erased')
    ),
    ended_at INTEGER,
    two_more_challenger INTEGER NOT NULL CHECK (two_more_challenger IN (0, 1)),
    two_more_opponent INTEGER NOT NULL CHECK (two_more_opponent IN (0, 1)),
    rematch_challenger INTEGER NOT NULL CHECK (rematch_challenger IN (0, 1)),
    rematch_opponent INTEGER NOT NULL CHECK (rematch_opponent IN (0, 1)),
    -- Deferred, because the match that is followed is saved before the one that follows it.
    successor TEXT REFERENCES new_matches (id) DEFERRABLE INITIALLY DEFERRED,
    -- Of a daily, as YYYY-MM-DD in the server's time zone.
    day TEXT,
    version INTEGER NOT NULL CHECK (version >= 1),
    CHECK ((phase = 'finished') = (ending IS NOT NULL)),
    CHECK (phase <> 'finished' OR ended_at IS NOT NULL),
    CHECK ((level IS NOT NULL) = (kind = 'bot')),
    CHECK ((day IS NOT NULL) = (kind = 'daily')),
    CHECK (
        CASE WHEN kind IN ('solo', 'daily')
        THEN challenge_rounds = 1 AND agreed_rounds = 1
        ELSE challenge_rounds >= 2 AND challenge_rounds % 2 = 0
            AND agreed_rounds >= 2 AND agreed_rounds % 2 = 0
        END
    )
) STRICT;

INSERT INTO new_matches (
    id, guild, channel, challenger, opponent, kind,
    positions, symbols, colours, max_rows, repeats, blanks,
    challenge_rounds, points, first_codemaker, private, level, hints,
    phase, created_at, expires_at, turn_since, agreed_rounds,
    turn_limit, reminder, reminded, next_deadline, message, thread, lost_thread,
    ending, winner, leaver, called_off, ended_at,
    two_more_challenger, two_more_opponent, rematch_challenger, rematch_opponent,
    successor, day, version
)
SELECT
    id, guild, channel, challenger, opponent, 'people',
    positions, symbols, colours, max_rows, repeats, blanks,
    challenge_rounds, points, first_codemaker, private, NULL, 0,
    phase, created_at, expires_at, turn_since, agreed_rounds,
    turn_limit, reminder, reminded, next_deadline, message, thread, lost_thread,
    ending, winner, leaver, called_off, ended_at,
    two_more_challenger, two_more_opponent, rematch_challenger, rematch_opponent,
    successor, NULL, version
FROM matches;

DROP TABLE matches;
ALTER TABLE new_matches RENAME TO matches;

CREATE INDEX open_matches ON matches (guild)
WHERE phase IN ('challenged', 'setting', 'breaking');
CREATE INDEX matches_by_thread ON matches (thread) WHERE thread IS NOT NULL;
CREATE INDEX matches_by_lost_thread ON matches (lost_thread) WHERE lost_thread IS NOT NULL;
CREATE INDEX deadlines ON matches (next_deadline) WHERE next_deadline IS NOT NULL;
CREATE INDEX successors ON matches (successor) WHERE successor IS NOT NULL;
CREATE INDEX matches_of_opponent ON matches (opponent);
CREATE INDEX matches_of_challenger ON matches (challenger);
CREATE INDEX challenges_of ON matches (guild, challenger, created_at);
-- One try a day for each person of a server.
CREATE UNIQUE INDEX dailies ON matches (guild, day, challenger) WHERE day IS NOT NULL;

-- Totals among people and those against the bot are boards of their own.
ALTER TABLE results ADD COLUMN kind TEXT NOT NULL DEFAULT 'people'
CHECK (kind IN ('people', 'bot'));

-- How a code that a person cracked alone came out.
CREATE TABLE solo_results (
    match_id TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('solo', 'daily')),
    day TEXT,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    rows_used INTEGER NOT NULL CHECK (rows_used >= 0),
    ended_at INTEGER NOT NULL
) STRICT;

CREATE INDEX solo_results_of ON solo_results (guild, player, kind, ended_at);
CREATE INDEX dailies_of ON solo_results (guild, day) WHERE day IS NOT NULL;
