"""The model as Discord's JSON: what REST answers and gateway events carry."""

from sandbox.clock import isoformat
from sandbox.model import (
    Application,
    Channel,
    ChannelType,
    Guild,
    Json,
    Member,
    Message,
    MessageFlag,
    MessageType,
    Role,
    ThreadInfo,
    User,
)
from sandbox.permissions import IN_DMS, THREADS, in_channel, in_guild, sees

UNRESOLVED = ("permission_overwrites", "member")
"""What a channel of `resolved` does not have: Discord gives a part of it only."""
IN_DM_INTERACTION = ("id", "type", "flags", "last_message_id")


def user(someone: User) -> Json:
    """A user object."""
    data: Json = {
        "id": str(someone.id),
        "username": someone.name.lower().replace(" ", "_"),
        "global_name": someone.name,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if someone.bot:
        data["bot"] = True
    return data


def own_user(someone: User) -> Json:
    """The bot's own user, as `/users/@me` and READY give it."""
    return user(someone) | {"mfa_enabled": False, "locale": "en-US", "verified": True}


def partial_member(member: Member) -> Json:
    """A member object without its user, as messages carry it."""
    return {
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "roles": [str(role) for role in member.roles],
        "joined_at": isoformat(member.joined_at),
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "flags": 0,
        "mute": False,
        "deaf": False,
    }


def member(someone: Member) -> Json:
    """A full member object."""
    return partial_member(someone) | {"user": user(someone.user)}


def role(one: Role) -> Json:
    """A role object."""
    return {
        "id": str(one.id),
        "name": one.name,
        "permissions": str(one.permissions),
        "position": one.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": one.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def thread_member(channel: Channel, user_id: int) -> Json:
    """A thread member object."""
    joined = channel.thread.members[user_id] if channel.thread else 0.0
    return {
        "id": str(channel.id),
        "user_id": str(user_id),
        "join_timestamp": isoformat(joined),
        "flags": 0,
    }


def channel(one: Channel, viewer: User | None = None) -> Json:
    """A channel, thread or direct message; for a thread the viewer's own membership is in it."""
    data: Json = {
        "id": str(one.id),
        "type": int(one.type),
        "flags": 0,
        "last_message_id": None if one.last_message is None else str(one.last_message),
    }
    if one.guild is None:
        return data | {"recipients": [user(one.recipient)] if one.recipient else []}
    data |= {
        "guild_id": str(one.guild.id),
        "name": one.name,
        "parent_id": str(one.parent.id) if one.parent else None,
        "rate_limit_per_user": 0,
    }
    if one.thread is not None:
        return data | _thread(one, one.thread, viewer)
    if one.type is ChannelType.VOICE:
        data |= {"bitrate": 64000, "user_limit": 0, "rtc_region": None}
    return data | {
        "position": one.position,
        "topic": None,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(o.id), "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)}
            for o in one.overwrites.values()
        ],
    }


def _thread(one: Channel, info: ThreadInfo, viewer: User | None) -> Json:
    metadata: Json = {
        "archived": info.archived,
        "archive_timestamp": isoformat(info.archived_at),
        "auto_archive_duration": info.auto_archive_duration,
        "locked": info.locked,
        "create_timestamp": isoformat(info.created_at),
    }
    if one.type is ChannelType.PRIVATE_THREAD:
        metadata["invitable"] = info.invitable
    data: Json = {
        "owner_id": str(info.owner_id),
        "message_count": info.message_count,
        "member_count": len(info.members),
        "total_message_sent": info.message_count,
        "thread_metadata": metadata,
    }
    if viewer is not None and viewer.id in info.members:
        data["member"] = thread_member(one, viewer.id)
    return data


def guild(one: Guild) -> Json:
    """A guild as REST gives it."""
    nothing = dict.fromkeys(
        (
            "icon", "description", "home_header", "splash", "discovery_splash", "banner",
            "application_id", "afk_channel_id", "system_channel_id", "widget_channel_id",
            "vanity_url_code", "rules_channel_id", "safety_alerts_channel_id",
            "public_updates_channel_id", "max_presences", "incidents_data",
        )
    )  # fmt: skip
    return nothing | {
        "id": str(one.id),
        "name": one.name,
        "owner_id": str(one.owner_id),
        "preferred_locale": one.locale,
        "region": "deprecated",
        "features": [],
        "roles": [role(r) for r in one.roles.values()],
        "emojis": [],
        "stickers": [],
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
    }


def own_guild(one: Guild, bot: User) -> Json:
    """One of the bot's servers as `/users/@me/guilds` lists it."""
    return {
        "id": str(one.id),
        "name": one.name,
        "icon": None,
        "banner": None,
        "owner": one.owner_id == bot.id,
        "permissions": str(in_guild(one, bot)),
        "features": [],
    }


def guild_create(one: Guild, channels: list[Channel], bot: User) -> Json:
    """The GUILD_CREATE event: the guild with its channels, threads and the bot's own member.

    Without the members intent Discord gives the bot no member but itself.
    """
    threads = [c for c in channels if c.type in THREADS and sees(c, bot)]
    return guild(one) | {
        "joined_at": isoformat(one.members[bot.id].joined_at),
        "large": False,
        "member_count": len(one.members),
        "members": [member(one.members[bot.id])],
        "channels": [channel(c) for c in channels if c.type not in THREADS],
        "threads": [channel(c, bot) for c in threads if c.thread and not c.thread.archived],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def thread_list(threads: list[Channel], bot: User) -> Json:
    """Those of the threads that the bot sees, and its memberships in them."""
    seen = [one for one in threads if sees(one, bot)]
    joined = [one for one in seen if one.thread and bot.id in one.thread.members]
    return {
        "threads": [channel(one, bot) for one in seen],
        "members": [thread_member(one, bot.id) for one in joined],
    }


def deleted_thread(one: Channel) -> Json:
    """What THREAD_DELETE says of a thread: where it was, and no more."""
    whole = channel(one)
    return {key: whole[key] for key in ("id", "guild_id", "parent_id", "type")}


def message(one: Message, users: dict[int, User], thread: Channel | None = None) -> Json:
    """A message as REST gives it."""
    author = user(one.author)
    if one.webhook_name is not None:
        author |= {"username": one.webhook_name, "global_name": None, "bot": True}
    data: Json = {
        "id": str(one.id),
        "channel_id": str(one.channel_id),
        "author": author,
        "type": int(one.type),
        "content": one.content,
        "timestamp": isoformat(one.created_at),
        "edited_timestamp": None if one.edited_at is None else isoformat(one.edited_at),
        "tts": False,
        "mention_everyone": one.mention_everyone,
        "mentions": [user(users[u]) for u in one.mentions],
        "mention_roles": [str(r) for r in one.mention_roles],
        "attachments": one.attachments,
        "embeds": one.embeds,
        "components": one.components,
        "pinned": False,
        "flags": int(one.flags),
    }
    optional = {
        "nonce": one.nonce,
        "message_reference": one.reference,
        "interaction_metadata": one.interaction,
        "application_id": None if one.application_id is None else str(one.application_id),
        "webhook_id": None if one.webhook_id is None else str(one.webhook_id),
        "thread": None if thread is None else channel(thread),
    }
    data |= {key: value for key, value in optional.items() if value is not None}
    if one.type in (MessageType.REPLY, MessageType.THREAD_STARTER_MESSAGE):
        data["referenced_message"] = _referenced(one, users)
    return data


def _referenced(one: Message, users: dict[int, User]) -> Json | None:
    if one.replied_to is None or one.replied_to.deleted:
        return None
    data = message(one.replied_to, users)
    data.pop("referenced_message", None)
    return data


def without_content(data: Json) -> Json:
    """A message as a bot without the message content intent gets it."""
    data = data | {"content": "", "embeds": [], "attachments": [], "components": []}
    if data.get("referenced_message"):
        data["referenced_message"] = without_content(data["referenced_message"])
    return data


def event_extras(one: Message, place: Channel) -> Json:
    """What a message event carries beside the message: the guild and the author's member."""
    if place.guild is None:
        return {"channel_type": int(ChannelType.DM)}
    data: Json = {"guild_id": str(place.guild.id), "channel_type": int(place.type)}
    someone = place.guild.members.get(one.author.id)
    if someone is not None and one.webhook_name is None:
        data["member"] = partial_member(someone)
    return data


def application(app: Application, guild_count: int) -> Json:
    """The application as `/applications/@me` gives it."""
    return {
        "id": str(app.id),
        "name": app.user.name,
        "icon": None,
        "description": "",
        "type": None,
        "verify_key": "0" * 64,
        "flags": int(app.flags),
        "flags_new": str(int(app.flags)),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(app.owner),
        "bot": user(app.user),
        "bot_public": True,
        "bot_require_code_grant": False,
        "approximate_guild_count": guild_count,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


def interaction_place(place: Channel, someone: User, bot: User) -> Json:
    """The parts of an interaction that say where it happened and who was there."""
    if place.guild is None:
        return {
            "channel_id": str(place.id),
            "channel": {key: channel(place)[key] for key in IN_DM_INTERACTION},
            "user": user(someone),
            "app_permissions": str(IN_DMS),
            "context": 1,
            "authorizing_integration_owners": {"0": "0"},
        }
    here = in_channel(place, someone)
    return {
        "guild_id": str(place.guild.id),
        "guild": {"id": str(place.guild.id), "locale": place.guild.locale, "features": []},
        "guild_locale": place.guild.locale,
        "channel_id": str(place.id),
        "channel": channel(place, bot) | {"permissions": str(here)},
        "member": member(place.guild.members[someone.id]) | {"permissions": str(here)},
        "app_permissions": str(in_channel(place, bot)),
        "context": 0,
        "authorizing_integration_owners": {"0": str(place.guild.id)},
    }


def resolved_users(someone: list[User], place: Guild | None) -> Json:
    """The `resolved` part of interaction data that names these users."""
    data: Json = {"users": {str(u.id): user(u) for u in someone}}
    if place is not None:
        members = [place.members[u.id] for u in someone if u.id in place.members]
        data["members"] = {str(m.user.id): _resolved_member(m, place) for m in members}
    return data


def _resolved_member(one: Member, place: Guild) -> Json:
    data = partial_member(one) | {"permissions": str(in_guild(place, one.user))}
    del data["mute"], data["deaf"]
    return data


def resolved_channel(one: Channel, chooser: User) -> Json:
    """A channel in the `resolved` part of interaction data, with what the chooser may do there."""
    data = channel(one, chooser) | {"permissions": str(in_channel(one, chooser))}
    return {key: value for key, value in data.items() if key not in UNRESOLVED}


def is_withheld(one: Message, place: Channel, bot: User) -> bool:
    """Whether a bot without the message content intent gets this message empty.

    Own messages, private messages and messages that mention the bot come with their content.
    """
    return not (one.author is bot or place.guild is None or bot.id in one.mentions)


def is_thread_root(one: Message) -> bool:
    """Whether a thread was started from the message."""
    return bool(one.flags & MessageFlag.HAS_THREAD)
