"""How one entry of the outbox is told: its words, its place, and whether it arrived before."""

from datetime import timedelta
from typing import Any, TypeAlias

import discord

from bot.client import Interaction, MastermindBot
from bot.matches.acts import Brief
from bot.matches.ids import MessageId, ThreadId
from bot.matches.models import LIVE, OPEN, OPENING, Entry, Event, EventKind, Phase
from bot.matches.settings import CodePlace
from bot.matches.view import MatchView
from bot.presentation.endings import Narrowing
from bot.presentation.messages import announce
from bot.runtime.narrowing import narrowing
from bot.runtime.threads import open_thread
from bot.ui.sending import Sendable, replacing, sendable

CLOCK_SKEW = timedelta(minutes=2)
"""How far Discord's clock may be from ours when later messages are looked through."""
LOOK_LIMIT = 1_000
ANSWER_PATIENCE, PATIENCE = 0.7, 2.0
"""Seconds that counting may hold up an answer, which has three in all, or another message."""
REPLY_NEEDS_HISTORY = 160002
"""Without the permission to read the history nothing can be a reply, but it can be said."""

Place: TypeAlias = discord.DMChannel | discord.PartialMessageable


class NoPlaceError(Exception):
    """The match has no thread to tell it in, or to link to."""


class Teller:
    """Tells one entry; whatever discord.py raises comes out of it."""

    def __init__(self, client: MastermindBot) -> None:
        self._client = client
        self._service = client.service

    async def answer(self, entry: Entry, brief: Brief, interaction: Interaction) -> MessageId:
        """Tell it as the answer to what somebody just did."""
        arguments = await self._arguments(entry, brief, ANSWER_PATIENCE)
        if entry.event.kind is EventKind.CHALLENGE_CLOSED and interaction.message:
            await interaction.response.edit_message(**replacing(arguments))
            return MessageId(interaction.message.id)
        sent = await interaction.response.send_message(**arguments)
        return MessageId(sent.message_id or 0)

    async def tell(self, entry: Entry, brief: Brief, *, look: bool) -> MessageId | None:
        """Tell it by a message of its own, or find the one that arrived; None: nothing to tell.

        Raises NoPlaceError where there is no thread.
        """
        kind, match = entry.event.kind, brief.match
        if _is_needless(kind, brief):
            return None
        if kind is EventKind.CHALLENGE_CLOSED:
            return await self._close_challenge(entry, brief)
        if kind is EventKind.CHALLENGED and match.message is not None:
            return match.message  # it was accepted, so it had arrived
        place = await self._place(entry, match)
        found = await self._look(place, entry) if look else None
        if kind is EventKind.CHALLENGED and match.phase not in _told_of(match):
            return found  # it was answered or has lapsed: nobody is asked any more
        return found or await self._post(place, entry, brief)

    async def _arguments(self, entry: Entry, brief: Brief, patience: float = PATIENCE) -> Sendable:
        """The message in the language of whoever reads it: the server, or one person."""
        event = entry.event
        if event.kind is EventKind.CODE_WANTED and event.player is not None:
            scene = self._client.scene(await self._service.locale_of(event.player))
        else:
            scene = self._client.public_scene(brief.match.guild)
        counts = await self._narrowing(event, brief.match, patience)
        message = announce(event, brief.match, scene, brief.lines, counts, brief.record)
        return sendable(message, entry.match, event.round_to_act_on, entry.id)

    async def _narrowing(self, event: Event, match: MatchView, patience: float) -> Narrowing:
        """What the rows of a round that ended left; its rows stay as they are, however late."""
        if event.kind not in {EventKind.ROUND_ENDED, EventKind.MATCH_ENDED}:
            return ()
        ended = match.rounds[event.round - 1]
        return await narrowing(self._client.think, match.terms.rules, ended.rows, patience)

    async def _post(self, place: Place, entry: Entry, brief: Brief) -> MessageId:
        arguments = await self._arguments(entry, brief)
        try:
            sent = await place.send(**arguments, **_reply(entry, brief.match), nonce=entry.id)
        except discord.HTTPException as error:
            if error.code != REPLY_NEEDS_HISTORY:
                raise
            sent = await place.send(**arguments, nonce=entry.id)
        return MessageId(sent.id)

    async def _place(self, entry: Entry, match: MatchView) -> Place:
        """Where the entry is told; opens the thread when that is what is told."""
        event = entry.event
        if event.kind is EventKind.CODE_WANTED and event.player is not None:
            if match.thread is None:
                raise NoPlaceError
            return await self._client.create_dm(discord.Object(event.player))
        return self._client.get_partial_messageable(
            await self._channel(entry, match), guild_id=match.guild
        )

    async def _channel(self, entry: Entry, match: MatchView) -> int:
        kind = entry.event.kind
        if kind in {EventKind.CHALLENGED, EventKind.THREAD_LOST}:
            return match.channel
        if kind in OPENING:
            anew = kind is EventKind.THREAD_REOPENED
            if anew and match.thread is not None:
                return match.thread  # opened before it could be told, or unlocked meanwhile
            thread = await open_thread(self._client, match, anew=anew)
            if thread != match.thread:
                await self._service.acts.thread_opened(match.id, ThreadId(thread))
            return thread
        if match.thread is None and kind is EventKind.MATCH_CANCELLED:
            return match.channel  # it says no more than that there was a match
        if match.thread is None:  # a private match is never told in the open channel
            raise NoPlaceError
        return match.thread

    async def _look(self, place: Place, entry: Entry) -> MessageId | None:
        """The message of this entry, if it arrived although nobody noted it."""
        async for message in place.history(
            limit=LOOK_LIMIT, after=entry.created_at - CLOCK_SKEW, oldest_first=True
        ):
            if message.author == self._client.user and carries(message, entry.id):
                return MessageId(message.id)
        return None

    async def _close_challenge(self, entry: Entry, brief: Brief) -> MessageId | None:
        """An edit can be repeated, so it needs no looking first."""
        match = brief.match
        if match.message is None:
            return None
        channel = self._client.get_partial_messageable(match.channel, guild_id=match.guild)
        arguments = replacing(await self._arguments(entry, brief))
        await channel.get_partial_message(match.message).edit(**arguments)
        return match.message


def _told_of(match: MatchView) -> frozenset[Phase]:
    """The phases in which the challenge can still be told: the bot takes it before it arrives."""
    return OPEN if match.bot is not None else frozenset({Phase.CHALLENGED})


def _is_needless(kind: EventKind, brief: Brief) -> bool:
    match = brief.match
    if kind is EventKind.CODE_WANTED:
        return brief.code_place is CodePlace.THREAD  # which has the same buttons
    if kind is EventKind.THREAD_LOST:
        return match.thread is not None  # it has one again
    goes_on = kind in OPENING or kind is EventKind.THREAD_REGAINED
    return goes_on and match.phase not in LIVE  # it ended before anybody could play


def _reply(entry: Entry, match: MatchView) -> dict[str, Any]:
    """The row that is answered; one deleted meanwhile is answered all the same."""
    if entry.event.reply_to is None or match.thread is None:
        return {}
    reference = discord.MessageReference(
        message_id=entry.event.reply_to,
        channel_id=match.thread,
        guild_id=match.guild,
        fail_if_not_exists=False,
    )
    return {"reference": reference}


def carries(message: discord.Message, ending: str) -> bool:
    """Whether it has a button whose custom id ends so."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return any(
        (button.custom_id or "").endswith(ending)
        for row in rows
        for button in row.children
        if isinstance(button, discord.Button)
    )
