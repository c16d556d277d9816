-- name: progress_of(player)^
SELECT * FROM practice WHERE player = :player;

-- name: keep_progress(player, level, run, answered, correct)!
INSERT INTO practice (player, level, run, answered, correct)
VALUES (:player, :level, :run, :answered, :correct)
ON CONFLICT (player) DO UPDATE SET
    level = excluded.level,
    run = excluded.run,
    answered = excluded.answered,
    correct = excluded.correct;
