-- name: alive_at()$
SELECT alive_at FROM uptime WHERE id = 1;

-- name: note_alive(at)!
INSERT INTO uptime (id, alive_at) VALUES (1, :at)
ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at;

-- name: heard_at()$
SELECT heard_at FROM uptime WHERE id = 1;

-- name: note_heard(at)!
UPDATE uptime SET heard_at = :at WHERE id = 1;

-- name: shift_deadlines(by, guild, at)!
-- Of one server, or of all that the bot is in: the others have their turn when it comes back.
UPDATE matches SET
    expires_at = CASE WHEN phase = 'challenged' THEN expires_at + :by ELSE expires_at END,
    turn_since = CASE WHEN phase = 'challenged' THEN turn_since ELSE turn_since + :by END,
    next_deadline = next_deadline + :by,
    version = version + 1
WHERE next_deadline IS NOT NULL
    AND (guild = :guild OR (
        CAST(:guild AS BIGINT) IS NULL AND guild NOT IN (SELECT guild FROM absences)
    ))
    -- Back from a clock that ran ahead comes only what was noted by that clock.
    AND (:by > 0 OR :at < CASE WHEN phase = 'challenged' THEN created_at ELSE turn_since END);

-- name: delete_settled(before)!
DELETE FROM outbox WHERE settled_at < :before;

-- name: delete_unplayed(before)!
-- A rematch that was called off is what its first match points to.
DELETE FROM matches
WHERE phase IN ('declined', 'cancelled', 'expired')
    AND ended_at < :before
    AND id NOT IN (SELECT successor FROM matches WHERE successor IS NOT NULL);

-- name: delete_audit(before)!
DELETE FROM audit WHERE at < :before;

-- name: delete_matches_of_left(before)!
DELETE FROM matches WHERE guild IN (SELECT guild FROM absences WHERE since < :before);

-- name: delete_players_of_left(before)!
DELETE FROM players WHERE guild IN (SELECT guild FROM absences WHERE since < :before);

-- name: delete_audit_of_left(before)!
DELETE FROM audit WHERE guild IN (SELECT guild FROM absences WHERE since < :before);

-- name: delete_daily_secrets_of_left(before)!
DELETE FROM daily_secrets WHERE guild IN (SELECT guild FROM absences WHERE since < :before);

-- name: delete_daily_days_of_left(before)!
DELETE FROM daily_days WHERE guild IN (SELECT guild FROM absences WHERE since < :before);

-- name: delete_outages_of_left(before)!
DELETE FROM outages WHERE guild IN (SELECT guild FROM absences WHERE since < :before);

-- name: delete_past_zones_of_left(before)!
DELETE FROM past_zones WHERE guild IN (SELECT guild FROM absences WHERE since < :before);

-- name: delete_servers_of_left(before)!
DELETE FROM servers WHERE guild IN (SELECT guild FROM absences WHERE since < :before);

-- name: delete_absences(before)!
DELETE FROM absences WHERE since < :before;
