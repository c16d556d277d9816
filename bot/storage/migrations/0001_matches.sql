-- Times are whole microseconds since 1970 in UTC: exact, and they sort as numbers in any database.
-- Discord's ids fit SQLite's signed 64-bit integers. Booleans are 0 and 1. A code is the indices
-- of its symbols with commas between them.

CREATE TABLE matches (
    id TEXT PRIMARY KEY CHECK (id <> ''),
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    challenger INTEGER NOT NULL,
    opponent INTEGER NOT NULL CHECK (opponent <> challenger),
    positions INTEGER NOT NULL CHECK (positions >= 1),
    symbols TEXT NOT NULL CHECK (symbols IN ('colours', 'digits', 'letters')),
    colours INTEGER NOT NULL CHECK (colours >= 1),
    max_rows INTEGER NOT NULL CHECK (max_rows >= 1),
    repeats INTEGER NOT NULL CHECK (repeats IN (0, 1)),
    blanks INTEGER NOT NULL CHECK (blanks IN (0, 1)),
    challenge_rounds INTEGER NOT NULL CHECK (challenge_rounds >= 2 AND challenge_rounds % 2 = 0),
    points TEXT NOT NULL CHECK (points IN ('rows', 'key pegs')),
    first_codemaker TEXT NOT NULL CHECK (first_codemaker IN ('me', 'opponent', 'random')),
    private INTEGER NOT NULL CHECK (private IN (0, 1)),
    phase TEXT NOT NULL CHECK (phase IN (
        'challenged', 'setting', 'breaking', 'finished', 'declined', 'cancelled', 'expired'
    )),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    turn_since INTEGER NOT NULL,
    agreed_rounds INTEGER NOT NULL CHECK (agreed_rounds >= 2 AND agreed_rounds % 2 = 0),
    message INTEGER,
    thread INTEGER,
    ending TEXT CHECK (ending IN ('complete', 'forfeit', 'inactivity')),
    winner INTEGER CHECK (winner IN (challenger, opponent)),
    leaver INTEGER CHECK (leaver IN (challenger, opponent)),
    ended_at INTEGER,
    two_more_challenger INTEGER NOT NULL CHECK (two_more_challenger IN (0, 1)),
    two_more_opponent INTEGER NOT NULL CHECK (two_more_opponent IN (0, 1)),
    rematch_challenger INTEGER NOT NULL CHECK (rematch_challenger IN (0, 1)),
    rematch_opponent INTEGER NOT NULL CHECK (rematch_opponent IN (0, 1)),
    -- Deferred, because the match that is followed is saved before the one that follows it.
    successor TEXT REFERENCES matches (id) DEFERRABLE INITIALLY DEFERRED,
    version INTEGER NOT NULL CHECK (version >= 1),
    CHECK ((phase = 'finished') = (ending IS NOT NULL)),
    CHECK (phase <> 'finished' OR ended_at IS NOT NULL)
) STRICT;

CREATE INDEX open_matches ON matches (guild)
WHERE phase IN ('challenged', 'setting', 'breaking');

CREATE INDEX matches_by_thread ON matches (thread) WHERE thread IS NOT NULL;

CREATE TABLE rounds (
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
    PRIMARY KEY (match_id, number),
    -- A code is sealed while its round runs, and kept open once it was shown.
    CHECK ((sealed IS NOT NULL) = (commitment IS NOT NULL AND outcome IS NULL)),
    CHECK ((code IS NOT NULL) = (commitment IS NOT NULL AND outcome IS NOT NULL)),
    CHECK ((salt IS NOT NULL) = (code IS NOT NULL))
) STRICT;

CREATE INDEX running_rounds ON rounds (codemaker) WHERE outcome IS NULL;

CREATE TABLE rows (
    match_id TEXT NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    code TEXT NOT NULL,
    black INTEGER NOT NULL CHECK (black >= 0),
    white INTEGER NOT NULL CHECK (white >= 0),
    -- Discord may deliver a message or interaction twice; its number is what makes a row one row.
    source INTEGER NOT NULL UNIQUE,
    played_at INTEGER NOT NULL,
    PRIMARY KEY (match_id, round, number),
    FOREIGN KEY (match_id, round) REFERENCES rounds (match_id, number) ON DELETE CASCADE
) STRICT;

CREATE TABLE results (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    opponent INTEGER NOT NULL CHECK (opponent <> player),
    guild INTEGER NOT NULL,
    points INTEGER NOT NULL CHECK (points >= 0),
    result TEXT NOT NULL CHECK (result IN ('win', 'draw', 'loss')),
    ended_at INTEGER NOT NULL,
    PRIMARY KEY (match_id, player)
) STRICT;

CREATE INDEX results_by_guild ON results (guild, ended_at);

CREATE TABLE players (
    id INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (id, guild)
) STRICT;

CREATE TABLE outbox (
    -- AUTOINCREMENT, so that an order once given is never given again.
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (id <> ''),
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    round INTEGER NOT NULL,
    row INTEGER NOT NULL,
    player INTEGER,
    detail TEXT NOT NULL,
    reply_to INTEGER,
    created_at INTEGER NOT NULL,
    -- Both NULL: owed. Both set: delivered as this message. No message: given up.
    settled_at INTEGER,
    message_id INTEGER CHECK (message_id IS NULL OR settled_at IS NOT NULL)
) STRICT;

CREATE INDEX owed_entries ON outbox (seq) WHERE settled_at IS NULL;
