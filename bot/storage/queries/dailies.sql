-- name: daily_secret(guild)$
SELECT sealed FROM daily_secrets WHERE guild = :guild;

-- name: keep_daily_secret(guild, sealed)!
INSERT INTO daily_secrets (guild, sealed) VALUES (:guild, :sealed);

-- name: daily_preset(guild, day)$
SELECT preset FROM daily_days WHERE guild = :guild AND day = :day;

-- name: settled_daily_day(guild, day)$
SELECT 1 FROM daily_days WHERE guild = :guild AND day = :day AND settled_at IS NOT NULL;

-- name: begin_daily_day(guild, day, preset, ends_at)!
INSERT INTO daily_days (guild, day, preset, ends_at) VALUES (:guild, :day, :preset, :ends_at);

-- name: owed_daily_days(at)
SELECT * FROM daily_days
WHERE settled_at IS NULL AND ends_at <= :at AND guild NOT IN (SELECT guild FROM absences)
ORDER BY ends_at, guild, day;

-- name: settle_daily_day(guild, day, message, at)!
UPDATE daily_days SET settled_at = :at, message = :message
WHERE guild = :guild AND day = :day AND settled_at IS NULL;

-- name: daily_results(guild, day)
SELECT solo_results.*, COALESCE(players.name, CAST(solo_results.player AS TEXT)) AS name
FROM solo_results
LEFT JOIN players ON players.guild = solo_results.guild AND players.id = solo_results.player
WHERE solo_results.guild = :guild AND solo_results.day = :day
ORDER BY solved DESC, rows_used, name, player;

-- name: daily_is_played(guild, day)$
SELECT 1 FROM matches
WHERE guild = :guild AND day = :day AND phase IN ('setting', 'breaking')
LIMIT 1;

-- name: daily_tries(guild, player)
SELECT day, solved FROM solo_results
WHERE guild = :guild AND player = :player AND kind = 'daily'
UNION ALL
SELECT day, NULL FROM matches
WHERE guild = :guild AND challenger = :player AND kind = 'daily'
    AND phase IN ('setting', 'breaking');

-- name: share_daily(match_id)$
INSERT INTO daily_shares (match_id) VALUES (:match_id)
ON CONFLICT (match_id) DO NOTHING
RETURNING 1;

-- name: daily_is_shared(match_id)$
SELECT 1 FROM daily_shares WHERE match_id = :match_id;

-- name: note_outage(guild, since, until)!
INSERT INTO outages (guild, since, until) VALUES (:guild, :since, :until);

-- name: outages_of(guild, since)
SELECT * FROM outages
WHERE until > :since AND (guild IS NULL OR guild = :guild)
ORDER BY until, since;
