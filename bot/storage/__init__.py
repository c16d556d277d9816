"""The ports of `bot.matches` on SQLite. Raises only errors of `bot.matches.errors`."""
