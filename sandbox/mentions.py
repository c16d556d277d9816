"""Whom a message really names: the words in it against its allowed mentions.

Source: Discord's documentation, "Allowed Mentions Object".
"""

import re
from dataclasses import dataclass, field

from sandbox.model import Channel, Json, Message, User, spoken
from sandbox.permissions import Permission, in_channel
from sandbox.world import World

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclass
class Mentions:
    """Ids of users and roles named, and whether everybody is."""

    users: list[int] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    everyone: bool = False


def find(
    world: World, channel: Channel, author: User, payload: Json, replied_to: Message | None
) -> Mentions:
    """The mentions of a message payload that Discord lets through."""
    text = _spoken(payload)
    allowed = payload.get("allowed_mentions")
    found = Mentions()
    for user_id in map(int, USER.findall(text)):
        if user_id in world.users and _allows(allowed, "users", user_id):
            found.users.append(user_id)
    if channel.guild is not None:
        roles = channel.guild.roles
        ids = map(int, ROLE.findall(text))
        found.roles = [r for r in ids if r in roles and _allows(allowed, "roles", r)]
        loud = EVERYONE.search(text) is not None and _allows(allowed, "everyone", None)
        trusted = in_channel(channel, author) & Permission.MENTION_EVERYONE
        found.everyone = bool(loud and trusted)
    if replied_to is not None and replied_to.author is not author and _pings_reply(allowed):
        found.users.append(replied_to.author.id)
    found.users = list(dict.fromkeys(found.users))
    return found


def _spoken(payload: Json) -> str:
    return "\n".join([payload.get("content") or "", *spoken(payload.get("components") or [])])


def _allows(allowed: Json | None, kind: str, one: int | None) -> bool:
    if allowed is None or kind in allowed.get("parse", []):
        return True
    return one is not None and str(one) in map(str, allowed.get(kind) or [])


def _pings_reply(allowed: Json | None) -> bool:
    return allowed is None or bool(allowed.get("replied_user", False))
