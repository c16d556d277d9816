"""Who answered whom in a sandbox, noted as it happens, so that nothing has to be searched for."""

import asyncio

from sandbox import Message, Sandbox
from sandbox.world import Event


class Ears:
    """Hears which message of the bot answers which message, and who began which interaction."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._bot = sandbox.bot
        self.answers: dict[int, Message] = {}
        """By the id of the message that is answered; the first answer to it."""
        self.doubled: list[Message] = []
        """Answers to a message that had one."""
        self.begun: dict[int, int] = {}
        """By the person's id, the last interaction that they began."""
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        sandbox.world.listeners.append(self._hear)

    async def answer_to(self, message: Message, patience: float) -> Message:
        """The bot's answer; raises TimeoutError after so many seconds."""
        if message.id not in self.answers:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting[message.id] = waiting
            try:
                async with asyncio.timeout(patience):
                    await waiting
            finally:
                del self._waiting[message.id]
        return self.answers[message.id]

    def _hear(self, event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            person = event.data.get("user") or event.data["member"]["user"]
            self.begun[int(person["id"])] = int(event.data["id"])
        elif event.name == "MESSAGE_CREATE" and event.message is not None:
            self._hear_message(event.message)

    def _hear_message(self, message: Message) -> None:
        asked = message.replied_to
        if message.author is not self._bot or asked is None or asked.author is self._bot:
            return
        if asked.id in self.answers:
            self.doubled.append(message)
            return
        self.answers[asked.id] = message
        waiting = self._waiting.get(asked.id)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)
