"""An answer that never ends: the events of a hub."""

from flask import Response, request
from werkzeug.exceptions import ServiceUnavailable

from reedboard.web.channels import TAKE_OVER
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard

TOKEN = {"token": "of a player, who finds room among many watchers"}
"""What may stand in a stream's address."""


def stream(hub: Hub, guard: Guard) -> Response:
    """Leaves the connection to the hub; the token's holder has a place whoever else looks on.

    Raises: ServiceUnavailable.
    """
    holder = guard.holds_token(request.args.get("token")) or guard.bears_token(request)
    if not hub.has_room(holder=holder):
        raise ServiceUnavailable("Too many pages are open; close one and reload this.")
    headers = {"X-Accel-Buffering": "no"}
    take_over = request.environ.get(TAKE_OVER)
    if take_over is None:  # another server than ours: the page asks again when the answer ends
        return Response(hub.whole(), mimetype="text/event-stream", headers=headers)
    take_over(hub.follow, holder=holder)
    return Response(iter(()), mimetype="text/event-stream", headers=headers)
