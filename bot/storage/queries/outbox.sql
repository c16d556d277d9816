-- name: insert_entries*!
INSERT INTO outbox (id, match_id, kind, round, row, player, detail, reply_to, created_at)
VALUES (:id, :match_id, :kind, :round, :row, :player, :detail, :reply_to, :created_at);

-- name: owed_entries()
SELECT * FROM outbox WHERE settled_at IS NULL ORDER BY seq;

-- name: owed_kinds(match_id)
SELECT kind FROM outbox WHERE match_id = :match_id AND settled_at IS NULL;

-- name: settle_entry(id, message_id, settled_at)!
UPDATE outbox SET settled_at = :settled_at, message_id = :message_id
WHERE id = :id AND settled_at IS NULL;
