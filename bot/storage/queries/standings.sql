-- name: standings(guild, kind, since, by_wins, player, skipped, kept)
-- One player's line, or everybody's when the player is NULL; ranks are over everybody.
WITH totals AS (
    SELECT
        player,
        CAST(SUM(points) AS BIGINT) AS points,
        SUM(CASE WHEN result = 'win' THEN 1 ELSE 0 END) AS wins,
        SUM(CASE WHEN result = 'draw' THEN 1 ELSE 0 END) AS draws,
        SUM(CASE WHEN result = 'loss' THEN 1 ELSE 0 END) AS losses,
        COUNT(*) AS matches
    FROM results
    WHERE guild = :guild AND kind = :kind AND ended_at >= :since
    GROUP BY player
),
sorted AS (
    SELECT
        totals.*,
        CASE WHEN :by_wins THEN wins ELSE points END AS first_key,
        CASE WHEN :by_wins THEN points ELSE wins END AS second_key
    FROM totals
),
ranked AS (
    SELECT sorted.*, RANK() OVER (ORDER BY first_key DESC) AS place FROM sorted
)
SELECT
    ranked.*,
    COALESCE(players.name, CAST(ranked.player AS TEXT)) AS name
FROM ranked
LEFT JOIN players ON players.id = ranked.player AND players.guild = :guild
WHERE CAST(:player AS BIGINT) IS NULL OR ranked.player = :player
ORDER BY first_key DESC, second_key DESC, matches, name, player
LIMIT :kept OFFSET :skipped;

-- name: count_of_standings(guild, kind, since)$
SELECT COUNT(DISTINCT player) FROM results
WHERE guild = :guild AND kind = :kind AND ended_at >= :since;
