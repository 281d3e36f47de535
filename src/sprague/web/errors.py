"""Error responses of the web server in the format of RFC 9457 (problem details), and exceptions that cause them."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from json import dumps
from typing import Any, Literal, get_args

from pydantic import BaseModel, Field

from sprague.errors import Cancelled, CycleError, NotationError, OutOfReach, OutOfTime, SpragueError
from sprague.games.support.catalogue import LIST_GAMES

# The media type of error responses, according to RFC 9457.
PROBLEM_JSON = "application/problem+json"

ProblemCode = Literal[
    "cancelled",
    "cycle",
    "forbidden",
    "internal-error",
    "invalid-input",
    "invalid-notation",
    "invalid-request",
    "method-not-allowed",
    "not-found",
    "not-ready",
    "out-of-limits",
    "out-of-memory",
    "out-of-time",
    "overloaded",
    "request-timeout",
    "request-too-large",
    "too-many-requests",
    "unauthorized",
    "wrong-host",
]

# Maps the code of a problem to its title; the documentation of the API lists both.
TITLES: dict[ProblemCode, str] = {
    "cancelled": "The job was cancelled",
    "cycle": "The game can go on forever",
    "forbidden": "Requests from other websites are not allowed",
    "internal-error": "The server has an error",
    "invalid-input": "The input has a mistake",
    "invalid-notation": "The notation has a mistake at a known character",
    "invalid-request": "The request does not match the description of the API",
    "method-not-allowed": "The method is not allowed for this path",
    "not-found": "The resource does not exist",
    "not-ready": "The result is not computed yet",
    "out-of-limits": "The computation exceeds the limits of the server",
    "out-of-memory": "The computation exceeds the memory limit of the server",
    "out-of-time": "The computation exceeds the time limit of the server",
    "overloaded": "Too many requests are waiting",
    "request-timeout": "The request did not arrive in time",
    "request-too-large": "The request is too large",
    "too-many-requests": "This client has too many requests or jobs",
    "unauthorized": "The access token is missing or wrong",
    "wrong-host": "The name of the host is not accepted",
}
assert set(TITLES) == set(get_args(ProblemCode))

# Maps an HTTP status to the default code of a problem.
_CODES: dict[int, ProblemCode] = {
    400: "invalid-request",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    408: "request-timeout",
    409: "not-ready",
    413: "out-of-limits",
    421: "wrong-host",
    422: "invalid-input",
    429: "too-many-requests",
    503: "overloaded",
}


class Problem(BaseModel):
    """The reason why a web request was refused or a job failed, as problem details (RFC 9457).

    If a rule or a formula contains a syntax error, `start` and `end` give the place of the error.
    """

    type: str = Field(description="the address of the documentation of the code", examples=["/docs#out-of-time"])
    title: str = Field(description="the meaning of the code, the same for all problems with this code")
    status: int = Field(description="the HTTP status")
    code: ProblemCode = Field(description="the kind of the problem, for programs")
    detail: str = Field(description="the problem, the input that caused it, and the remedy")
    start: int | None = Field(
        default=None, description="index of the first character of the mistake in the text of the request, from 0"
    )
    end: int | None = Field(default=None, description="index of the character after the mistake")
    field: str | None = Field(default=None, description="the field of the request that has the mistake, if known")


def make_problem(
    status: int,
    detail: str,
    code: ProblemCode | None = None,
    *,
    start: int | None = None,
    end: int | None = None,
    field: str | None = None,
) -> Problem:
    """Return a `Problem` with an HTTP status and a message; by default, the status determines the code."""
    chosen = code or _CODES.get(status, "internal-error" if status >= 500 else "invalid-request")
    return Problem(
        type=f"/docs#{chosen}",
        title=TITLES[chosen],
        status=int(status),
        code=chosen,
        detail=detail,
        start=start,
        end=end,
        field=field,
    )


@dataclass(frozen=True, slots=True)
class Refusal:
    """The refusal of a web request with the reason; workers send refusals to the server process."""

    problem: Problem

    @property
    def status(self) -> int:
        """The HTTP status of the error response."""
        return self.problem.status

    @staticmethod
    def of(error: BaseException) -> Refusal | None:
        """Return the refusal for an error that the library raised, or None for an unexpected error."""
        match error:
            case NotationError():
                start, end = error.offset, error.offset + 1
                return Refusal(make_problem(422, error.message, "invalid-notation", start=start, end=end))
            case Cancelled():
                return make_refusal(HTTPStatus.CONFLICT, "the work was cancelled", "cancelled")
            case OutOfTime():
                return make_refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, client_message(error), "out-of-time")
            case OutOfReach():
                return make_refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, client_message(error), "out-of-limits")
            case CycleError():
                return make_refusal(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), "cycle")
            case SpragueError():
                return make_refusal(HTTPStatus.UNPROCESSABLE_ENTITY, client_message(error))
            case MemoryError():
                return make_refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_MUCH_MEMORY, "out-of-memory")
            case RecursionError():
                return make_refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "the input is nested too deeply")
        return None


def client_message(error: SpragueError) -> str:
    """Return the message of an error for a web client, without advice that only applies to the command line.

    The message does not advise a longer time limit, which only the operator of the server can set. For a list of all
    games, the message refers to the gallery of games on the web pages.
    """
    if not isinstance(error, OutOfTime):
        return str(error).replace(LIST_GAMES, "the gallery lists all games")
    return f"{str(error).partition(';')[0]}; this server allows no more time, so choose a smaller problem"


TOO_MUCH_MEMORY = (
    "this needs more memory than is allowed; choose a smaller problem, or start the server with a larger --memory"
)


class RequestError(Exception):
    """Raised when a web request is refused with an HTTP status and a problem."""

    def __init__(self, refusal: Refusal, headers: dict[str, str] | None = None) -> None:
        super().__init__(refusal.problem.detail)
        self.refusal, self.headers = refusal, headers or {}


def make_refusal(status: int, detail: str, code: ProblemCode | None = None) -> Refusal:
    """Return a `Refusal` with an HTTP status, a message for the client, and an error code."""
    return Refusal(make_problem(status, detail, code))


def request_error(status: int, detail: str, code: ProblemCode | None = None, **headers: str) -> RequestError:
    """Return a `RequestError` with a status, message, code and headers; in a header name, `_` stands for `-`."""
    return RequestError(
        make_refusal(status, detail, code), {name.replace("_", "-"): value for name, value in headers.items()}
    )


def problem_body(problem: Problem, is_former_path: bool) -> bytes:
    """Return the JSON body of an error response.

    The response for a path without a version, such as /api/games, also has the field `error`, as in earlier releases.
    """
    fields = problem.model_dump(exclude_none=True)
    if is_former_path:
        former = {name: fields[name] for name in ("start", "end", "field") if name in fields}
        fields["error"] = {"message": problem.detail, **former}
    return dumps(fields, ensure_ascii=False).encode()


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of a route's error responses: the given statuses and those of every route."""
    always = (400, 401, 403, 413, 421, 422, 429, 503)
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": {PROBLEM_JSON: schema}}
        for status in sorted({*always, *statuses})
    }
