"""The match as a state machine, and the use cases around it. No Discord and no database here."""
