-- name: remember_player(id, guild, name, locale, seen_at)!
INSERT INTO players (id, guild, name, locale, seen_at)
VALUES (:id, :guild, :name, :locale, :seen_at)
ON CONFLICT (id, guild) DO UPDATE SET
    name = excluded.name,
    locale = CASE WHEN excluded.locale = '' THEN players.locale ELSE excluded.locale END,
    seen_at = excluded.seen_at
WHERE excluded.seen_at >= players.seen_at;

-- name: name_of(id, guild)$
SELECT name FROM players WHERE id = :id AND guild = :guild;

-- name: locale_of(id)$
SELECT locale FROM players WHERE id = :id AND locale <> ''
ORDER BY seen_at DESC, guild DESC LIMIT 1;

-- name: preferences_of(player)^
SELECT * FROM preferences WHERE player = :player;

-- name: keep_preferences(player, reminders, challengeable, code_place)!
INSERT INTO preferences (player, reminders, challengeable, code_place)
VALUES (:player, :reminders, :challengeable, :code_place)
ON CONFLICT (player) DO UPDATE SET
    reminders = excluded.reminders,
    challengeable = excluded.challengeable,
    code_place = excluded.code_place;
