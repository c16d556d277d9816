-- name: insert_entries*!
INSERT INTO outbox (id, match_id, kind, round, row, player, detail, reply_to, created_at)
VALUES (:id, :match_id, :kind, :round, :row, :player, :detail, :reply_to, :created_at);

-- name: owed_entries(match_id)
-- All, or those of one match.
SELECT * FROM outbox
WHERE settled_at IS NULL AND (CAST(:match_id AS TEXT) IS NULL OR match_id = :match_id)
ORDER BY seq;

-- name: settle_entry(id, message_id, settled_at)!
UPDATE outbox SET settled_at = :settled_at, message_id = :message_id
WHERE id = :id AND settled_at IS NULL;
