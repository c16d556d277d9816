-- name: solo_record(guild, player, in_threads)^
-- Each code that was not found ends a run of those that were, and begins the next one.
WITH own AS (
    SELECT
        solo_results.solved,
        solo_results.rows_used,
        SUM(1 - solo_results.solved) OVER (
            ORDER BY solo_results.ended_at, solo_results.match_id
        ) AS missed_before
    FROM solo_results
    JOIN matches ON matches.id = solo_results.match_id
    WHERE solo_results.guild = :guild AND solo_results.player = :player
        AND solo_results.kind = 'solo'
        AND (NOT CAST(:in_threads AS BOOLEAN) OR matches.private = 0)
),
runs AS (
    SELECT missed_before, SUM(solved) AS solved FROM own GROUP BY missed_before
)
SELECT
    COUNT(*) AS played,
    COALESCE(SUM(solved), 0) AS solved,
    COALESCE(SUM(CASE WHEN solved = 1 THEN rows_used END), 0) AS rows_used,
    MIN(CASE WHEN solved = 1 THEN rows_used END) AS best,
    COALESCE((SELECT solved FROM runs ORDER BY missed_before DESC LIMIT 1), 0) AS streak,
    COALESCE((SELECT MAX(solved) FROM runs), 0) AS longest
FROM own;
