-- Past days go by the time zone that the server had then, and results stay where they were posted.

CREATE TABLE past_zones (
    guild INTEGER NOT NULL,
    zone TEXT NOT NULL CHECK (zone <> ''),
    until INTEGER NOT NULL
) STRICT;

CREATE INDEX past_zones_of ON past_zones (guild, until);

ALTER TABLE daily_days ADD COLUMN channel INTEGER;
UPDATE daily_days SET channel = (SELECT daily_channel FROM servers WHERE guild = daily_days.guild)
WHERE message IS NOT NULL;
UPDATE daily_days SET message = NULL WHERE channel IS NULL;
