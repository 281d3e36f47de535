"""Error responses of the web server: `Problem`, `Refusal` and `RequestError`, in one form for all errors."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, Field

from sprague.errors import Cancelled, NotationError, OutOfReach, OutOfTime, SpragueError


class Problem(BaseModel):
    """The reason why a web request was refused and, if known, where the mistake is in the text of the request."""

    message: str = Field(description="the problem, the input that caused it, and the remedy")
    start: int | None = Field(
        default=None, description="index of the first character of the mistake in the text of the request, from 0"
    )
    end: int | None = Field(default=None, description="index of the character after the mistake")
    field: str | None = Field(default=None, description="the field of the request that has the mistake, if known")


class ErrorResponse(BaseModel):
    """The body of every error response of the web server, with a status of 400 or more."""

    error: Problem


@dataclass(frozen=True, slots=True)
class Refusal:
    """The refusal of a web request: an HTTP status and a problem; workers send refusals to the server process."""

    status: int
    problem: Problem

    @staticmethod
    def of(error: BaseException) -> Refusal | None:
        """Return the refusal for an error that the library raised, or None for an unexpected error."""
        match error:
            case NotationError():
                problem = Problem(message=error.message, start=error.offset, end=error.offset + 1)
                return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, problem)
            case Cancelled():
                return make_refusal(HTTPStatus.CONFLICT, "the work was cancelled")
            case OutOfReach():
                return make_refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, client_message(error))
            case SpragueError():
                return make_refusal(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))
            case MemoryError():
                return make_refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_MUCH_MEMORY)
            case RecursionError():
                return make_refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "the input is nested too deeply")
        return None


def client_message(error: SpragueError) -> str:
    """Return the message of an error for a web client, without the advice to raise the time limit.

    Only the operator of the server can raise its time limit.
    """
    if not isinstance(error, OutOfTime):
        return str(error)
    return f"{str(error).partition(';')[0]}; this server allows no more time, so choose a smaller problem"


TOO_MUCH_MEMORY = (
    "this needs more memory than is allowed; choose a smaller problem, or start the server with a larger --memory"
)


class RequestError(Exception):
    """Raised when a web request is refused with an HTTP status and a problem."""

    def __init__(self, refusal: Refusal, headers: dict[str, str] | None = None) -> None:
        super().__init__(refusal.problem.message)
        self.refusal, self.headers = refusal, headers or {}


def make_refusal(status: int, message: str) -> Refusal:
    """Return the refusal of a web request, with an HTTP status and a message for the client."""
    return Refusal(status, Problem(message=message))


def request_error(status: int, message: str, **headers: str) -> RequestError:
    """Return the `RequestError` with an HTTP status, a message and headers; write `_` for `-` in a header's name."""
    return RequestError(
        make_refusal(status, message), {name.replace("_", "-"): value for name, value in headers.items()}
    )


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of the error responses of a route, with the given statuses and the common ones."""
    always = (400, 401, 403, 413, 421, 422, 429, 503)
    return {
        status: {"model": ErrorResponse, "description": HTTPStatus(status).phrase}
        for status in sorted({*always, *statuses})
    }
