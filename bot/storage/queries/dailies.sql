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

-- name: end_daily_day_at(guild, day, at)!
UPDATE daily_days SET ends_at = :at WHERE guild = :guild AND day = :day;

-- name: unclosed_daily_days(at)
SELECT * FROM daily_days
WHERE closed = 0 AND ends_at <= :at AND guild NOT IN (SELECT guild FROM absences)
ORDER BY ends_at, guild, day;

-- name: settle_daily_day(guild, day, channel, message, at)!
UPDATE daily_days SET settled_at = :at, channel = :channel, message = :message
WHERE guild = :guild AND day = :day AND settled_at IS NULL;

-- name: delete_daily_marks(guild, day)!
DELETE FROM daily_marks WHERE guild = :guild AND day = :day;

-- name: close_daily_day(guild, day)!
UPDATE daily_days SET closed = 1 WHERE guild = :guild AND day = :day;

-- name: sealed_daily_rounds(guild, day)
SELECT rounds.match_id, rounds.number, rounds.sealed
FROM rounds
JOIN matches ON matches.id = rounds.match_id
WHERE matches.guild = :guild AND matches.day = :day
    AND rounds.outcome IS NOT NULL AND rounds.sealed IS NOT NULL;

-- name: open_daily_rounds*!
UPDATE rounds SET sealed = NULL, code = :code, salt = :salt
WHERE match_id = :match_id AND number = :number;

-- name: open_daily_rows*!
UPDATE rows SET code = :code
WHERE match_id = :match_id AND round = :number AND code IS NULL;

-- name: unsettled_daily_tries(player)
SELECT matches.guild, matches.day
FROM matches
JOIN daily_days ON daily_days.guild = matches.guild AND daily_days.day = matches.day
WHERE matches.challenger = :player AND daily_days.settled_at IS NULL
ORDER BY matches.guild, matches.day;

-- name: keep_daily_mark(guild, day, mark)!
INSERT INTO daily_marks (guild, day, mark) VALUES (:guild, :day, :mark);

-- name: daily_has_mark(guild, day, mark)$
SELECT 1 FROM daily_marks WHERE guild = :guild AND day = :day AND mark = :mark;

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

-- name: share_daily(match_id)!
INSERT INTO daily_shares (match_id) VALUES (:match_id) ON CONFLICT (match_id) DO NOTHING;

-- name: daily_is_shared(match_id)$
SELECT 1 FROM daily_shares WHERE match_id = :match_id;

-- name: lengthen_outage(guild, since, until)$
UPDATE outages SET until = :until
WHERE until = :since AND guild IS NOT DISTINCT FROM CAST(:guild AS BIGINT)
RETURNING 1;

-- name: note_outage(guild, since, until)!
INSERT INTO outages (guild, since, until) VALUES (:guild, :since, :until);

-- name: delete_outages(after)!
DELETE FROM outages WHERE since >= :after;

-- name: shorten_outages(after)!
UPDATE outages SET until = :after WHERE until > :after;

-- name: outages_of(guild, since)
SELECT * FROM outages
WHERE until > :since AND (guild IS NULL OR guild = :guild)
ORDER BY until, since;

-- name: note_past_zone(guild, zone, until)!
INSERT INTO past_zones (guild, zone, until) VALUES (:guild, :zone, :until);

-- name: past_zones_of(guild)
SELECT zone, until FROM past_zones WHERE guild = :guild ORDER BY until;
