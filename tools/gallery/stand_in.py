"""An interaction without Discord, so that the bot's own handlers say what they would say."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.client import Interaction
from bot.matches.ports import Standing, StandingsPage
from bot.matches.solo_store import SoloRecord
from bot.presentation.scene import Scene
from tools.gallery.cast import Cast


class StandIn:
    """What a handler answers is kept in `answered`: the arguments, with the text as `content`."""

    def __init__(self, of: Cast, scene: Scene, standings: Sequence[Standing] = ()) -> None:
        self._of = of
        self._standings = standings
        self.answered: dict[str, Any] = {}
        self.locale = scene.words.language.value
        self.guild_id = of.guild
        self.guild = SimpleNamespace(name=of.server)
        self.user = SimpleNamespace(id=of.robin)
        self.message = SimpleNamespace(
            interaction_metadata=SimpleNamespace(user=self.user),
            flags=SimpleNamespace(ephemeral=False),
        )
        self.client = SimpleNamespace(
            scene=lambda _locale: scene,
            public_scene=lambda _guild: scene,
            is_closed=lambda: False,
            service=SimpleNamespace(leaderboard=self._leaderboard),
            opponent=SimpleNamespace(record=self._record),
            think=_think,
        )
        self.response = SimpleNamespace(
            is_done=lambda: False,
            defer=self._defer,
            send_message=self._answer,
            edit_message=self._answer,
        )

    @property
    def interaction(self) -> Interaction:
        """For the handlers, which want the real type."""
        return cast("Interaction", self)

    @property
    def written(self) -> discord.Message:
        """A message instead, which is replied to."""
        return cast("discord.Message", SimpleNamespace(reply=self._answer))

    async def _answer(self, content: str | None = None, **arguments: Any) -> None:
        self.answered = {"content": content, **arguments}

    async def edit_original_response(self, content: str | None = None, **arguments: Any) -> None:
        """The answer that was promised."""
        await self._answer(content, **arguments)

    async def _defer(self, **_how: Any) -> None:
        """Promise an answer."""

    async def _record(self, *_asked: Any) -> SoloRecord:
        return self._of.record

    async def _leaderboard(self, *asked: Any) -> StandingsPage:
        first, most = asked[-2:]
        return StandingsPage(tuple(self._standings[first : first + most]), len(self._standings))


async def _think(_asker: int | None, _work: int, job: Callable[..., Any], *arguments: Any) -> Any:
    """Thought at once: whatever is asked here is answered within milliseconds."""
    return job(*arguments)
