-- name: solo_record(guild, player)^
-- Each code that was not found ends a run of those that were, and begins the next one.
WITH own AS (
    SELECT
        solved,
        rows_used,
        SUM(1 - solved) OVER (ORDER BY ended_at, match_id) AS missed_before
    FROM solo_results
    WHERE guild = :guild AND player = :player AND kind = 'solo'
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
