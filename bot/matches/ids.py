"""Identifiers. Discord's are snowflakes (64-bit integers); ours are short lower-case texts."""

from typing import NewType

MatchId = NewType("MatchId", str)
EntryId = NewType("EntryId", str)

GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
ThreadId = NewType("ThreadId", int)
MessageId = NewType("MessageId", int)
PlayerId = NewType("PlayerId", int)
"""A person's snowflake; below zero it stands for somebody whose data was removed."""
RoleId = NewType("RoleId", int)
SourceId = NewType("SourceId", int)
"""The message or interaction that asked for a row; Discord never gives the same number twice."""

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case: no letter in it is mistaken for a digit."""
MATCH_ID_LENGTH = 10
ENTRY_ID_LENGTH = 16
"""An entry's id is also the nonce of its message, which Discord holds to 25 characters."""


def is_erased(player: PlayerId) -> bool:
    """Whether it stands for somebody whose data was removed; see `matches/privacy.py`."""
    return player < 0
