"""The lists of a message: those of its own options, and those of the server's people and places.

Source: Discord's documentation, "Components" (user, role, mentionable and channel selects).
"""

from collections.abc import Sequence

from sandbox import forms, payloads
from sandbox.model import Channel, ChannelType, Component, Json, Role, User
from sandbox.permissions import sees
from sandbox.world import World

Entity = User | Role | Channel
Given = str | Entity
"""What is chosen: an option's value, or a thing of the server, which may be named by its id."""


def choice(world: World, part: Json, given: Sequence[Given], place: Channel, chooser: User) -> Json:
    """Interaction data for a selection in one list, with `resolved` where it is of entities.

    Raises ClientRefusalError for what is not offered, and for too few or too many.
    """
    values = [one if isinstance(one, str) else str(one.id) for one in given]
    if part["type"] == Component.STRING_SELECT:
        return forms.choice(part, values, [option["value"] for option in part["options"]])
    entities = {str(one.id): one for one in offered(world, part, place, chooser)}
    data = forms.choice(part, values, list(entities))
    return data | {"resolved": _resolved([entities[one] for one in values], place, chooser)}


def offered(world: World, part: Json, place: Channel, chooser: User) -> list[Entity]:
    """What a list of entities offers this person there."""
    if place.guild is None:
        people, roles = [world.users[one] for one in world.audience(place)], []
    else:
        people = [member.user for member in place.guild.members.values()]
        roles = list(place.guild.roles.values())
    match part["type"]:
        case Component.USER_SELECT:
            return [*people]
        case Component.ROLE_SELECT:
            return [*roles]
        case Component.MENTIONABLE_SELECT:
            return [*people, *roles]
        case _:
            return [*_channels(world, part.get("channel_types"), place, chooser)]


def _channels(
    world: World, kinds: Sequence[int] | None, place: Channel, chooser: User
) -> list[Channel]:
    """The server's channels that the person sees, of these kinds if any are named.

    Archived threads are not among them.
    """
    if place.guild is None:
        return []
    return [
        one
        for one in world.channels_of(place.guild)
        if sees(one, chooser)
        and one.type in (kinds or ChannelType)
        and not (one.thread and one.thread.archived)
    ]


def _resolved(chosen: Sequence[Entity], place: Channel, chooser: User) -> Json:
    """The chosen things by kind; a kind of which nothing was chosen is left out."""
    users = [one for one in chosen if isinstance(one, User)]
    roles = {str(one.id): payloads.role(one) for one in chosen if isinstance(one, Role)}
    channels = {
        str(one.id): payloads.resolved_channel(one, chooser)
        for one in chosen
        if isinstance(one, Channel)
    }
    found: Json = payloads.resolved_users(users, place.guild) if users else {}
    found |= {"roles": roles, "channels": channels}
    return {kind: things for kind, things in found.items() if things}
