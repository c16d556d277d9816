"""A Discord bot for the code-breaking game Mastermind."""
