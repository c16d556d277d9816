-- name: match_by_id(id)^
SELECT * FROM matches WHERE id = :id;

-- name: last_match_in_thread(thread)^
-- Not by time alone, which goes back when the clock is set.
SELECT * FROM matches WHERE thread = :thread
ORDER BY
    CASE WHEN phase IN ('setting', 'breaking') THEN 0 ELSE 1 END,
    CASE WHEN successor IS NULL THEN 0 ELSE 1 END,
    created_at DESC,
    id DESC
LIMIT 1;

-- name: match_that_lost(thread)^
SELECT * FROM matches WHERE lost_thread = :thread AND phase IN ('setting', 'breaking');

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

-- name: open_matches(guild, player)
-- All, or those of one server, of one person, or of both.
SELECT * FROM matches
WHERE phase IN ('challenged', 'setting', 'breaking')
    AND (CAST(:guild AS BIGINT) IS NULL OR guild = :guild)
    AND (CAST(:player AS BIGINT) IS NULL OR challenger = :player OR opponent = :player)
ORDER BY created_at, id;

-- name: whereabouts(channel, match)
-- All, those of one channel, or one; what somebody plays in private answers is nowhere.
SELECT
    matches.*,
    (
        SELECT codemaker FROM rounds
        WHERE match_id = matches.id
            AND (matches.phase <> 'challenged' OR codemaker = matches.challenger)
            AND NOT EXISTS (
                SELECT 1 FROM rows WHERE match_id = matches.id AND round = rounds.number
            )
            AND number = (SELECT MAX(number) FROM rounds WHERE match_id = matches.id)
    ) AS code_from
FROM matches
WHERE phase IN ('challenged', 'setting', 'breaking')
    AND (CAST(:channel AS BIGINT) IS NULL OR channel = :channel)
    AND (CAST(:match AS TEXT) IS NULL OR id = :match)
    AND NOT (kind = 'daily' OR (kind = 'solo' AND private = 1))
ORDER BY created_at, id;

-- name: private_solo(guild, player)^
SELECT * FROM matches
WHERE guild = :guild AND challenger = :player AND kind = 'solo' AND private = 1
    AND phase IN ('setting', 'breaking')
ORDER BY created_at, id;

-- name: daily(guild, player, day)^
SELECT * FROM matches WHERE guild = :guild AND challenger = :player AND day = :day;

-- name: waiting_for_bot()
-- Of servers that the bot is in, and where there is a thread to play in.
SELECT matches.id
FROM matches
JOIN rounds ON rounds.match_id = matches.id
WHERE matches.kind = 'bot' AND matches.phase = 'breaking' AND matches.thread IS NOT NULL
    AND rounds.outcome IS NULL AND rounds.codebreaker = matches.opponent
    AND matches.guild NOT IN (SELECT guild FROM absences)
ORDER BY matches.turn_since, matches.id;

-- name: due_matches(at)
-- Of servers that the bot is in: elsewhere nobody can play, so nobody's time runs.
SELECT id FROM matches
WHERE next_deadline <= :at AND guild NOT IN (SELECT guild FROM absences)
ORDER BY next_deadline, id;

-- name: crowd(guild, player, at)^
-- How much of the bot this person and this server take up; lapsed challenges are over, and what
-- somebody plays in private answers is in nobody's way.
SELECT
    COUNT(CASE WHEN phase = 'challenged' AND expires_at > :at AND challenger = :player THEN 1 END)
        AS challenges,
    COUNT(CASE
        WHEN phase IN ('setting', 'breaking') AND (challenger = :player OR opponent = :player)
        THEN 1
    END) AS matches,
    COUNT(CASE WHEN phase IN ('setting', 'breaking') THEN 1 END) AS here
FROM matches
WHERE guild = :guild AND phase IN ('challenged', 'setting', 'breaking')
    AND NOT (kind = 'daily' OR (kind = 'solo' AND private = 1));

-- name: last_challenge(guild, player)$
-- When this person last challenged somebody here. A rematch, which has no first message and no
-- time to lapse, was wanted by both.
SELECT MAX(created_at) FROM matches
WHERE guild = :guild AND challenger = :player AND expires_at > created_at
    AND NOT (kind = 'daily' OR (kind = 'solo' AND private = 1));

-- name: last_untaken_challenge(guild, player, opponent)$
SELECT MAX(created_at) FROM matches
WHERE guild = :guild AND challenger = :player AND opponent = :opponent
    AND expires_at > created_at
    AND phase IN ('challenged', 'declined', 'cancelled', 'expired')
    AND (phase <> 'cancelled' OR called_off IS NULL);

-- name: rounds_of(match_id)
SELECT * FROM rounds WHERE match_id = :match_id ORDER BY number;

-- name: rows_of(match_id)
SELECT * FROM rows WHERE match_id = :match_id ORDER BY round, number;

-- name: closed_day(guild, day)$
SELECT 1 FROM daily_days WHERE guild = :guild AND day = :day AND closed = 1;

-- name: source_exists(source)$
SELECT 1 FROM rows WHERE source = :source;

-- name: insert_match$
INSERT INTO matches (
    id, guild, channel, challenger, opponent, kind,
    positions, symbols, colours, max_rows, repeats, blanks,
    challenge_rounds, points, first_codemaker, private, level, hints,
    phase, created_at, expires_at, turn_since, agreed_rounds, message, thread, lost_thread,
    turn_limit, reminder, reminded, next_deadline,
    ending, winner, leaver, called_off, ended_at,
    two_more_challenger, two_more_opponent, rematch_challenger, rematch_opponent,
    successor, day, version
) VALUES (
    :id, :guild, :channel, :challenger, :opponent, :kind,
    :positions, :symbols, :colours, :max_rows, :repeats, :blanks,
    :challenge_rounds, :points, :first_codemaker, :private, :level, :hints,
    :phase, :created_at, :expires_at, :turn_since, :agreed_rounds, :message, :thread, :lost_thread,
    :turn_limit, :reminder, :reminded, :next_deadline,
    :ending, :winner, :leaver, :called_off, :ended_at,
    :two_more_challenger, :two_more_opponent, :rematch_challenger, :rematch_opponent,
    :successor, :day, :version + 1
)
ON CONFLICT (id) DO NOTHING
RETURNING version;

-- name: update_match$
UPDATE matches SET
    guild = :guild,
    channel = :channel,
    challenger = :challenger,
    opponent = :opponent,
    kind = :kind,
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
    level = :level,
    hints = :hints,
    phase = :phase,
    created_at = :created_at,
    expires_at = :expires_at,
    turn_since = :turn_since,
    agreed_rounds = :agreed_rounds,
    message = :message,
    thread = :thread,
    lost_thread = :lost_thread,
    turn_limit = :turn_limit,
    reminder = :reminder,
    reminded = :reminded,
    next_deadline = :next_deadline,
    ending = :ending,
    winner = :winner,
    leaver = :leaver,
    called_off = :called_off,
    ended_at = :ended_at,
    two_more_challenger = :two_more_challenger,
    two_more_opponent = :two_more_opponent,
    rematch_challenger = :rematch_challenger,
    rematch_opponent = :rematch_opponent,
    successor = :successor,
    day = :day,
    version = version + 1
WHERE id = :id AND version = :version
RETURNING version;

-- name: save_rounds*!
INSERT INTO rounds (
    match_id, number, codemaker, codebreaker,
    commitment, sealed, code, salt, voided, outcome, unreadable_noted, changes
) VALUES (
    :match_id, :number, :codemaker, :codebreaker,
    :commitment, :sealed, :code, :salt, :voided, :outcome, :unreadable_noted, :changes
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
    unreadable_noted = excluded.unreadable_noted,
    changes = excluded.changes;

-- name: save_rows*!
-- A row that was scored never changes.
INSERT INTO rows (match_id, round, number, code, black, white, source, played_at)
VALUES (:match_id, :round, :number, :code, :black, :white, :source, :played_at)
ON CONFLICT (match_id, round, number) DO NOTHING;

-- name: delete_results(match_id)!
DELETE FROM results WHERE match_id = :match_id;

-- name: insert_results*!
INSERT INTO results (match_id, kind, player, opponent, guild, points, result, ended_at)
VALUES (:match_id, :kind, :player, :opponent, :guild, :points, :result, :ended_at);

-- name: insert_solo_results*!
-- What came out stays: only a match between two is ever taken up again.
INSERT INTO solo_results (match_id, player, guild, kind, day, solved, rows_used, ended_at)
VALUES (:match_id, :player, :guild, :kind, :day, :solved, :rows_used, :ended_at)
ON CONFLICT (match_id) DO NOTHING;
