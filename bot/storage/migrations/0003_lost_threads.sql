-- The thread that a match had last, for as long as it has no other: it may be unlocked again.
ALTER TABLE matches ADD COLUMN lost_thread INTEGER;

CREATE INDEX matches_by_lost_thread ON matches (lost_thread) WHERE lost_thread IS NOT NULL;
