"""The gallery on the sandbox's page."""

from datetime import UTC, datetime

from bot.matches.ids import ChannelId, GuildId, PlayerId, RoleId, ThreadId
from bot.presentation.i18n import words
from sandbox.driver import Person
from sandbox.messages import Draft
from sandbox.page.view import Tenants, state
from sandbox.server import Sandbox
from tools.gallery.cast import Cast
from tools.gallery.everything import EMOJI_FILES, LOCALES, everything
from tools.gallery.wall import Entry

SERVER = "Aviary"


async def show_gallery(sandbox: Sandbox) -> list[Entry]:
    """Have `/gallery` show every message and box in every language; gives back what it shows."""
    robin, wren = sandbox.add_person("Robin"), sandbox.add_person("Wren")
    cast = _cast(sandbox, robin, wren)
    emojis = _emojis(sandbox)
    entries = [
        entry
        for locale in LOCALES
        for entry in await everything(words(locale), locale, emojis, cast)
    ]
    tenants = Tenants([robin.user, wren.user], frozenset())
    seen = state(sandbox.world, sandbox.gateway, {}, tenants, None, robin.user)
    sandbox.page.gallery = {"state": seen, "entries": [entry.json for entry in entries]}
    return entries


def _cast(sandbox: Sandbox, robin: Person, wren: Person) -> Cast:
    guild = sandbox.add_guild(SERVER)
    for person in (robin, wren):
        person.join(guild)
    channel = sandbox.add_text_channel(guild, "games")
    challenge = sandbox.messages.send(channel, Draft(sandbox.bot, {"content": SERVER}))
    name = {"name": "Mastermind: Robin – Wren"}
    thread = sandbox.threads.from_message(channel, challenge, sandbox.bot, name)
    return Cast(
        robin=PlayerId(robin.id),
        wren=PlayerId(wren.id),
        bot=PlayerId(sandbox.bot.id),
        guild=GuildId(guild.id),
        channel=ChannelId(channel.id),
        thread=ThreadId(thread.id),
        role=RoleId(sandbox.world.add_role(guild, "Birdwatchers", 0).id),
        server=SERVER,
        now=datetime.now(UTC),
    )


def _emojis(sandbox: Sandbox) -> dict[str, int]:
    """Upload the bot's own emojis; their ids by name."""
    ids = {name: sandbox.world.new_id() for name in EMOJI_FILES}
    images = {ids[name]: file.read_bytes() for name, file in EMOJI_FILES.items()}
    sandbox.application.emoji_images.update(images)
    return ids
