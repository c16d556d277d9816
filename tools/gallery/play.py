"""Matches played move by move, without Discord and without a store."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.engine import Code, Legend, commit, format_code, parse
from bot.matches import commands, transitions
from bot.matches.acts import accepted
from bot.matches.ids import MatchId, MessageId, PlayerId, SourceId
from bot.matches.models import Event, Kind, Phase, Round, Secret, Terms
from bot.matches.opponent import taken_at_once
from bot.matches.view import MatchView, view
from bot.presentation.palette import legend
from tools.gallery.cast import Cast

MATCH_ID = MatchId("k3v9pm2xq0")
SALT = bytes.fromhex("9f1c8e03b7d25a4466e0c1f27b98d35a")


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody wrote."""

    player: PlayerId
    text: str


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that people are told of, with the match as everybody saw it then."""

    event: Event
    view: MatchView
    said: Said | None = None
    """What the telling replies to."""


class Play:
    """A match of Robin's: against Wren, or with the bot, which takes it at once."""

    def __init__(
        self,
        cast: Cast,
        terms: Terms | None = None,
        names: Mapping[PlayerId, str] | None = None,
        bots_code: str = "RBRG",
    ) -> None:
        """`bots_code` is what the bot hides in each round in which it has to."""
        self._bots_code = bots_code
        self._cast = cast
        self._names = cast.names if names is None else names
        self._rows = 0
        self.moments: list[Moment] = []
        agreed = terms or Terms()
        opponent = cast.wren if agreed.kind is Kind.PEOPLE else cast.bot
        numbers = (MATCH_ID, cast.guild, cast.channel, cast.robin, opponent)
        moved = accepted(transitions.challenge(*numbers, agreed, cast.now))
        if agreed.kind is not Kind.PEOPLE:
            moved = self._in_its_place(taken_at_once(moved, cast.bot, cast.now, coin=True))
        self._keep(replace(moved, match=replace(moved.match, message=MessageId(cast.thread))))

    @property
    def legend(self) -> Legend:
        """How codes of this match are written."""
        return legend(self.match.terms.rules)

    @property
    def round(self) -> Round:
        """The round being played or played last."""
        return self.match.rounds[-1]

    def seen(self, viewer: PlayerId | None = None) -> MatchView:
        """The match as `viewer` sees it now (None: as everybody does)."""
        return view(self.match, self._names, viewer)

    def do(self, command: commands.Command, said: Said | None = None) -> "Play":
        """Any move, by something `said` or not; raises RefusedError when the rules refuse it."""
        self._keep(accepted(transitions.apply(self.match, command)), said)
        return self

    def accept(self) -> "Play":
        """Wren takes the challenge, and the thread opens before anybody is told."""
        cast = self._cast
        accept = commands.Accept(cast.wren, cast.now, None, challenger_begins=True)
        self._keep(self._in_its_place(accepted(transitions.apply(self.match, accept))))
        return self

    def hide(self, text: str) -> "Play":
        """The codemaker hides a code, or another one."""
        secret, number = self._secret(text), self.round.number
        return self.do(commands.SetSecret(self.round.codemaker, self._cast.now, number, secret))

    def post(self, text: str) -> "Play":
        """The codemaker writes a code where everybody can read it."""
        return self.do(commands.PostCode(self.round.codemaker, self._cast.now, self.code(text)))

    def row(self, *texts: str) -> "Play":
        """The codebreaker writes a row, or some."""
        for text in texts:
            self._rows += 1
            codebreaker = self.round.codebreaker
            source = SourceId(self._rows)
            written = MessageId(self._rows)
            reply_to = None if codebreaker == self.match.bot else written
            row = commands.PlayRow(
                codebreaker, self._cast.now, self.code(text), source, reply_to=reply_to
            )
            self.do(row, Said(codebreaker, text))
        return self

    def concede(self) -> "Play":
        """The codebreaker gives up the round."""
        return self.do(commands.Concede(self.round.codebreaker, self._cast.now))

    def expire(self) -> "Play":
        """Nobody answers the challenge."""
        return self.do(commands.Expire(self.match.expires_at))

    def run_out(self) -> "Play":
        """Nobody moves for so long that the match ends."""
        return self.do(commands.EndInactive(self._cast.now + timedelta(days=4)))

    def rematch(self) -> "Play":
        """All people in it want to play again, and the new match begins."""
        cast = self._cast
        people = (cast.robin,) if self.match.bot else (cast.robin, cast.wren)
        for player in people:
            self.do(commands.OfferRematch(player, cast.now, MATCH_ID))
        self._keep(transitions.rematch(self.match, MATCH_ID, cast.now))
        return self

    def code(self, text: str) -> Code:
        """The code that the bot reads in a text."""
        read = parse(text, self.match.terms.rules, self.legend, addressed=True)
        if not isinstance(read, Code):
            raise TypeError(f"{text} is no code of this match")
        return read

    def _in_its_place(self, moved: commands.Moved) -> commands.Moved:
        """The same with its thread, if it has one."""
        if moved.match.terms.in_panel:
            return moved
        opened = accepted(transitions.apply(moved.match, commands.RecordThread(self._cast.thread)))
        return replace(opened, events=moved.events)

    def _secret(self, text: str) -> Secret:
        code = self.code(text)
        commitment = commit(MATCH_ID, self.round.number, SALT, format_code(code, self.legend))
        return Secret(code, SALT, commitment)

    def _keep(self, moved: commands.Moved, said: Said | None = None) -> None:
        self.match = moved.match
        if moved.match.phase is Phase.SETTING and moved.match.to_move == moved.match.bot:
            moved = transitions.hidden_by_bot(moved, self._secret(self._bots_code), self._cast.now)
            self.match = moved.match
        self.moments += [
            Moment(event, self.seen(), said if event.reply_to else None) for event in moved.events
        ]
