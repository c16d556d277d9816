-- How far each person has come in scoring rows for practice, in all servers.
CREATE TABLE practice (
    player INTEGER PRIMARY KEY,
    level INTEGER NOT NULL CHECK (level >= 1),
    -- Right answers in a row at this level; below zero: mistakes in a row.
    run INTEGER NOT NULL,
    answered INTEGER NOT NULL CHECK (answered >= 1),
    correct INTEGER NOT NULL CHECK (correct BETWEEN 0 AND answered)
) STRICT;
