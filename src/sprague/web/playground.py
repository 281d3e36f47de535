"""`respond` answers requests of the web API without a server, for pages that run Python in the browser.

The playground of the documentation site runs this module in a web worker. The module calls the same task functions as
the routes of the server, so that the playground and the server give the same answers. One task, `atlas_digests`, exists
only in the playground: without a server, it helps to find a rule in the atlas. The module refuses requests that need
numpy, worker processes or files; the error message names a command that answers the request.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from functools import cache
from json import dumps
from typing import Any, get_type_hints

from pydantic import ValidationError

from sprague.atlas.fingerprint import box_limit, shape_digest
from sprague.atlas.lookup import searched_box
from sprague.errors import MissingExtraError
from sprague.games import ruleset_of
from sprague.limits import Limits
from sprague.web.errors import Refusal, make_refusal
from sprague.web.tasks import games, matches, positions
from sprague.web.tasks.requests import GameRequest, RequestModel


def atlas_digests(request: GameRequest) -> bytes:
    """Playground task: return the digests with which the atlas finds a rule: of the rule and of its P-positions."""
    rule = ruleset_of(request.game)
    boxes = {play: searched_box(rule, play == "misere") for play in ("normal", "misere")}
    return dumps({"rule": str(rule), "shape": shape_digest(rule), "boxes": boxes, "limit": box_limit(rule)}).encode()


DIGESTS = "/atlas/digests"
# Maps paths of requests to task functions; all paths except DIGESTS are also routes of the server.
TASKS: dict[str, Callable[[Any], bytes]] = {
    "/api/v1/games": games.all_games,
    "/api/v1/rule": games.rule,
    "/api/v1/propose": games.propose,
    "/api/v1/position": positions.position,
    "/api/v1/match": matches.begin,
    "/api/v1/match/move": matches.move,
    "/api/v1/match/forbid": matches.forbid,
    "/api/v1/match/undo": matches.undo,
    "/api/v1/match/reply": matches.reply,
    "/api/v1/match/hint": matches.hint,
    "/api/v1/match/why": matches.why,
    "/api/v1/match/analyse": matches.analyse,
    "/api/v1/match/review": matches.review,
    "/api/v1/match/explain": matches.explain,
    DIGESTS: atlas_digests,
}
LIMITS = Limits(seconds=20.0, positions=200_000, memory=1 << 28)  # limits on the computation for a request in a browser
NOT_HERE = (
    "this page answers without a server, so it computes no large tables and discovers no theorems; install Sprague and "
    "run: sprague discover GAME, sprague table GAME --limit N, or sprague serve for all pages"
)
INTERNAL_ERROR = "internal error of the playground: {}; please report it"


def respond(path: str, fields: Mapping[str, Any], limits: Limits = LIMITS) -> tuple[int, bytes]:
    """Return the HTTP status and the body of the response that the server gives to a request.

    >>> status, body = respond("/api/v1/position", {"game": "nim", "position": "1,2,3"})
    >>> status, b'"outcome": "P"' in body
    (200, True)
    >>> respond("/api/v1/jobs", {"kind": "discover"})[0]
    404
    """
    task = TASKS.get(path)
    if task is None:
        return _refuse(make_refusal(404, NOT_HERE))
    try:
        request = request_model(task)(**fields)
        with limits.watch():
            return 200, task(request)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        return _refuse(make_refusal(422, f"{field}: {first['msg']}" if field else first["msg"], "invalid-request"))
    except (MissingExtraError, ModuleNotFoundError):
        return _refuse(make_refusal(413, NOT_HERE))
    except Exception as error:
        known = Refusal.of(error)
        if known is None:
            traceback.print_exc()
        return _refuse(known or make_refusal(500, INTERNAL_ERROR.format(f"{type(error).__name__}: {error}")))


@cache
def request_model(task: Callable[[Any], bytes]) -> type[RequestModel]:
    """Return the pydantic model of the requests that a task function takes.

    >>> request_model(games.rule).__name__
    'GameRequest'
    """
    found: type[RequestModel] = get_type_hints(task)["request"]
    return found


def _refuse(refusal: Refusal) -> tuple[int, bytes]:
    problem = refusal.problem.model_dump(exclude_none=True)
    return refusal.status, dumps(problem, ensure_ascii=False).encode()
