-- One code a day for each server.

ALTER TABLE servers ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC' CHECK (zone <> '');
ALTER TABLE servers ADD COLUMN daily_channel INTEGER;

-- What each server's codes are derived from, sealed as running codes are.
CREATE TABLE daily_secrets (
    guild INTEGER PRIMARY KEY,
    sealed TEXT NOT NULL
) STRICT;

-- Days of which somebody began a try: the game that all play, and what became of the results.
CREATE TABLE daily_days (
    guild INTEGER NOT NULL,
    -- As YYYY-MM-DD in the server's time zone.
    day TEXT NOT NULL,
    preset TEXT NOT NULL,
    -- In the time zone that the server had at the first try.
    ends_at INTEGER NOT NULL,
    -- Posted as this message, or (NULL) not posted at all; both NULL: still owed.
    settled_at INTEGER,
    message INTEGER CHECK (message IS NULL OR settled_at IS NOT NULL),
    PRIMARY KEY (guild, day)
) STRICT;

CREATE INDEX owed_days ON daily_days (ends_at) WHERE settled_at IS NULL;

-- Results that their player has shown to everybody; once each.
CREATE TABLE daily_shares (
    match_id TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE
) STRICT;

-- When nobody could play: anywhere (guild NULL), or in one server. Kept for good, since streaks are.
CREATE TABLE outages (
    guild INTEGER,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL CHECK (until > since)
) STRICT;

CREATE INDEX outages_by_end ON outages (until);
