"""REST routes that answer interactions: the callback and the token's webhook."""

from sandbox import limits
from sandbox.errors import refusal
from sandbox.interactions import CallbackType, Interaction, Interactions
from sandbox.model import Json, Message
from sandbox.ratelimits import ANSWERS
from sandbox.routes import Call, Reply, Route, refuse
from sandbox.world import World


class InteractionRoutes:
    """Handlers whose right is the token in the path."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions

    def routes(self) -> list[Route]:
        """The routes."""
        hook = "/webhooks/{webhook_id}/{webhook_token}"
        one = hook + "/messages/{message_id}"
        callback = "/interactions/{interaction_id}/{interaction_token}/callback"
        return [
            Route("POST", callback, self._respond, ANSWERS, open=True),
            Route("POST", hook, self._follow_up, ANSWERS, open=True),
            Route("GET", one, self._get, ANSWERS, open=True),
            Route("PATCH", one, self._edit, ANSWERS, open=True),
            Route("DELETE", one, self._delete, ANSWERS, open=True),
        ]

    def _respond(self, call: Call) -> Reply:
        body = call.payload()
        data = body.get("data") or {}
        kind = CallbackType(body["type"])
        if kind in (CallbackType.MESSAGE, CallbackType.UPDATE):
            refuse(limits.check_message(data, edit=kind is CallbackType.UPDATE))
        if kind is CallbackType.MODAL:
            refuse(limits.check_modal(data))
        if kind is CallbackType.CHOICES:
            refuse(limits.check_suggestions(data))
        number, token = call.id("interaction_id"), call.names["interaction_token"]
        one = self._interactions.respond(number, token, body, call.uploads)
        if call.query.get("with_response") not in ("1", "true"):
            return 204, None
        return 200, self._callback_json(one)

    def _callback_json(self, one: Interaction) -> Json:
        about: Json = {"id": str(one.id), "type": int(one.type)}
        body = {"interaction": about}
        if one.original is not None and one.answer is not CallbackType.DEFERRED_UPDATE:
            about |= {
                "response_message_id": str(one.original.id),
                "response_message_loading": one.original.loading,
                "response_message_ephemeral": one.original.ephemeral,
            }
            if one.answer in (CallbackType.MESSAGE, CallbackType.UPDATE):
                body["resource"] = {"type": int(one.answer), "message": self._json(one.original)}
        return body

    def _json(self, message: Message) -> Json:
        return self._world.message_json(message)

    def _of(self, call: Call) -> Interaction:
        if call.id("webhook_id") != self._world.application.id:
            raise refusal(10015)
        return self._interactions.alive(call.names["webhook_token"])

    def _follow_up(self, call: Call) -> Reply:
        one = self._of(call)
        refuse(limits.check_message(call.payload()))
        return 200, self._json(self._interactions.follow_up(one, call.payload(), call.uploads))

    def _found(self, call: Call) -> tuple[Interaction, Message]:
        one = self._of(call)
        return one, self._interactions.message(one, call.names["message_id"])

    def _get(self, call: Call) -> Reply:
        return 200, self._json(self._found(call)[1])

    def _edit(self, call: Call) -> Reply:
        one, message = self._found(call)
        refuse(limits.check_message(call.payload(), edit=True))
        self._interactions.edit(one, message, call.payload(), call.uploads)
        return 200, self._json(message)

    def _delete(self, call: Call) -> Reply:
        one, message = self._found(call)
        self._interactions.delete(one, message)
        return 204, None
