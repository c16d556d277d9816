-- name: match_by_id(id)^
SELECT * FROM matches WHERE id = :id;

-- name: last_match_in_thread(thread)^
SELECT * FROM matches WHERE thread = :thread ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: open_matches_of(guild, player)
SELECT * FROM matches
WHERE guild = :guild
    AND phase IN ('challenged', 'setting', 'breaking')
    AND (challenger = :player OR opponent = :player)
ORDER BY created_at, id;

-- name: matches_with_settable_code(player)
SELECT matches.*
FROM matches
JOIN rounds ON rounds.match_id = matches.id
WHERE rounds.codemaker = :player
    AND rounds.outcome IS NULL
    AND rounds.number = (SELECT MAX(number) FROM rounds WHERE match_id = matches.id)
    AND (
        matches.phase = 'setting'
        OR (matches.phase = 'challenged' AND matches.challenger = :player)
        OR (
            matches.phase = 'breaking'
            AND NOT EXISTS (
                SELECT 1 FROM rows WHERE match_id = matches.id AND round = rounds.number
            )
        )
    )
ORDER BY matches.created_at, matches.id;

-- name: live_threads()
SELECT thread, challenger, opponent FROM matches
WHERE phase IN ('setting', 'breaking') AND thread IS NOT NULL;

-- name: rounds_of(match_id)
SELECT * FROM rounds WHERE match_id = :match_id ORDER BY number;

-- name: rows_of(match_id)
SELECT * FROM rows WHERE match_id = :match_id ORDER BY round, number;

-- name: source_exists(source)$
SELECT 1 FROM rows WHERE source = :source;

-- name: any_sealed_code()$
SELECT sealed FROM rounds WHERE sealed IS NOT NULL LIMIT 1;

-- name: insert_match$
INSERT INTO matches (
    id, guild, channel, challenger, opponent,
    positions, symbols, colours, max_rows, repeats, blanks,
    challenge_rounds, points, first_codemaker, private,
    phase, created_at, expires_at, turn_since, agreed_rounds, message, thread,
    ending, winner, leaver, ended_at,
    two_more_challenger, two_more_opponent, rematch_challenger, rematch_opponent,
    successor, version
) VALUES (
    :id, :guild, :channel, :challenger, :opponent,
    :positions, :symbols, :colours, :max_rows, :repeats, :blanks,
    :challenge_rounds, :points, :first_codemaker, :private,
    :phase, :created_at, :expires_at, :turn_since, :agreed_rounds, :message, :thread,
    :ending, :winner, :leaver, :ended_at,
    :two_more_challenger, :two_more_opponent, :rematch_challenger, :rematch_opponent,
    :successor, :version + 1
)
ON CONFLICT (id) DO NOTHING
RETURNING version;

-- name: update_match$
UPDATE matches SET
    guild = :guild,
    channel = :channel,
    challenger = :challenger,
    opponent = :opponent,
    positions = :positions,
    symbols = :symbols,
    colours = :colours,
    max_rows = :max_rows,
    repeats = :repeats,
    blanks = :blanks,
    challenge_rounds = :challenge_rounds,
    points = :points,
    first_codemaker = :first_codemaker,
    private = :private,
    phase = :phase,
    created_at = :created_at,
    expires_at = :expires_at,
    turn_since = :turn_since,
    agreed_rounds = :agreed_rounds,
    message = :message,
    thread = :thread,
    ending = :ending,
    winner = :winner,
    leaver = :leaver,
    ended_at = :ended_at,
    two_more_challenger = :two_more_challenger,
    two_more_opponent = :two_more_opponent,
    rematch_challenger = :rematch_challenger,
    rematch_opponent = :rematch_opponent,
    successor = :successor,
    version = version + 1
WHERE id = :id AND version = :version
RETURNING version;

-- name: save_rounds*!
INSERT INTO rounds (
    match_id, number, codemaker, codebreaker,
    commitment, sealed, code, salt, voided, outcome, unreadable_noted
) VALUES (
    :match_id, :number, :codemaker, :codebreaker,
    :commitment, :sealed, :code, :salt, :voided, :outcome, :unreadable_noted
)
ON CONFLICT (match_id, number) DO UPDATE SET
    codemaker = excluded.codemaker,
    codebreaker = excluded.codebreaker,
    commitment = excluded.commitment,
    sealed = excluded.sealed,
    code = excluded.code,
    salt = excluded.salt,
    voided = excluded.voided,
    outcome = excluded.outcome,
    unreadable_noted = excluded.unreadable_noted;

-- name: save_rows*!
-- A row that was scored never changes.
INSERT INTO rows (match_id, round, number, code, black, white, source, played_at)
VALUES (:match_id, :round, :number, :code, :black, :white, :source, :played_at)
ON CONFLICT (match_id, round, number) DO NOTHING;

-- name: delete_results(match_id)!
DELETE FROM results WHERE match_id = :match_id;

-- name: insert_results*!
INSERT INTO results (match_id, player, opponent, guild, points, result, ended_at)
VALUES (:match_id, :player, :opponent, :guild, :points, :result, :ended_at);
