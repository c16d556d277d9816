-- name: names_of_person(player)
SELECT * FROM players WHERE id = :player ORDER BY guild;

-- name: matches_of_person(player)
SELECT id FROM matches
WHERE challenger = :player OR opponent = :player
ORDER BY created_at, id;

-- name: results_of_person(player)
SELECT * FROM results WHERE player = :player;

-- name: entries_of_person(player)
-- All about the person's matches: some name the person, the others do so by their match.
SELECT outbox.*
FROM outbox
JOIN matches ON matches.id = outbox.match_id
WHERE matches.challenger = :player OR matches.opponent = :player
ORDER BY outbox.seq;

-- name: audit_of_person(player)
SELECT * FROM audit WHERE actor = :player ORDER BY seq;

-- name: shared_dailies_of_person(player)
SELECT daily_shares.match_id
FROM daily_shares
JOIN matches ON matches.id = daily_shares.match_id
WHERE matches.challenger = :player;

-- name: sources_of_person(player)
SELECT rows.source
FROM rows
JOIN rounds ON rounds.match_id = rows.match_id AND rounds.number = rows.round
WHERE rounds.codebreaker = :player
ORDER BY rows.source;

-- name: replace_sources*!
UPDATE rows SET source = :fresh WHERE source = :source;

-- name: delete_names(player)!
DELETE FROM players WHERE id = :player;

-- name: delete_preferences(player)!
DELETE FROM preferences WHERE player = :player;

-- name: delete_practice(player)!
DELETE FROM practice WHERE player = :player;

-- name: delete_results_of_person(player)!
DELETE FROM results WHERE player = :player;

-- name: delete_solo_results_of_person(player)!
DELETE FROM solo_results WHERE player = :player;

-- name: delete_calls_to_person(player)!
-- What only the person is told or asked.
DELETE FROM outbox WHERE player = :player AND kind IN ('code-wanted', 'reminded');

-- name: unlink_replies(player)!
-- What is replied to is a message of a player, and may be the person's.
UPDATE outbox SET reply_to = NULL
WHERE reply_to IS NOT NULL AND match_id IN (
    SELECT id FROM matches WHERE challenger = :player OR opponent = :player
);

-- name: replace_in_outbox(player, stand_in)!
UPDATE outbox SET player = :stand_in WHERE player = :player;

-- name: replace_in_audit(player, stand_in)!
UPDATE audit SET actor = :stand_in WHERE actor = :player;

-- name: replace_in_results(player, stand_in)!
UPDATE results SET opponent = :stand_in WHERE opponent = :player;

-- name: replace_in_rounds(player, stand_in)!
UPDATE rounds SET
    codemaker = CASE codemaker WHEN :player THEN :stand_in ELSE codemaker END,
    codebreaker = CASE codebreaker WHEN :player THEN :stand_in ELSE codebreaker END
WHERE codemaker = :player OR codebreaker = :player;

-- name: replace_in_matches(player, stand_in)!
-- In one statement, for its columns are checked against each other.
UPDATE matches SET
    challenger = CASE challenger WHEN :player THEN :stand_in ELSE challenger END,
    opponent = CASE opponent WHEN :player THEN :stand_in ELSE opponent END,
    winner = CASE winner WHEN :player THEN :stand_in ELSE winner END,
    leaver = CASE leaver WHEN :player THEN :stand_in ELSE leaver END,
    version = version + 1
WHERE challenger = :player OR opponent = :player;
