-- name: server(guild)^
SELECT * FROM servers WHERE guild = :guild;

-- name: places_of(guild)
SELECT kind, id FROM server_places WHERE guild = :guild;

-- name: keep_server!
INSERT INTO servers (
    guild, language, preset, rounds, challenge_life, turn_limit, reminder,
    challenges_each, matches_each, matches_here, pause, zone, daily_channel
) VALUES (
    :guild, :language, :preset, :rounds, :challenge_life, :turn_limit, :reminder,
    :challenges_each, :matches_each, :matches_here, :pause, :zone, :daily_channel
)
ON CONFLICT (guild) DO UPDATE SET
    language = excluded.language,
    preset = excluded.preset,
    rounds = excluded.rounds,
    challenge_life = excluded.challenge_life,
    turn_limit = excluded.turn_limit,
    reminder = excluded.reminder,
    challenges_each = excluded.challenges_each,
    matches_each = excluded.matches_each,
    matches_here = excluded.matches_here,
    pause = excluded.pause,
    zone = excluded.zone,
    daily_channel = excluded.daily_channel;

-- name: delete_places(guild)!
DELETE FROM server_places WHERE guild = :guild;

-- name: insert_places*!
INSERT INTO server_places (guild, kind, id) VALUES (:guild, :kind, :id);

-- name: languages()
SELECT guild, language FROM servers WHERE language IS NOT NULL;

-- name: add_audit(at, guild, actor, action, detail)!
INSERT INTO audit (at, guild, actor, action, detail)
VALUES (:at, :guild, :actor, :action, :detail);

-- name: audit_of(guild, kept)
SELECT * FROM audit WHERE guild = :guild ORDER BY seq DESC LIMIT :kept;

-- name: known_servers()
SELECT guild FROM matches UNION SELECT guild FROM players UNION SELECT guild FROM servers;

-- name: absences()
SELECT guild, since FROM absences;

-- name: mark_absent(guild, since)!
INSERT INTO absences (guild, since) VALUES (:guild, :since) ON CONFLICT (guild) DO NOTHING;

-- name: mark_present(guild)!
DELETE FROM absences WHERE guild = :guild;
