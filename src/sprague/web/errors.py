"""Error responses of the web server: `Problem`, `Refusal` and `RequestError`, in one form for all errors."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, Field

from sprague.errors import Cancelled, NotationError, OutOfReach, OutOfTime, SpragueError


class Problem(BaseModel):
    """The reason why a web request was refused, and the place of the mistake in the text sent, if known."""

    message: str = Field(description="what was expected, what came, and the way out")
    start: int | None = Field(
        default=None, description="the character of the text sent where the mistake is, from 0 on"
    )
    end: int | None = Field(default=None, description="the character after it")
    field: str | None = Field(default=None, description="the field of the request that is meant, if it is known")


class ErrorResponse(BaseModel):
    """The body of every error response of the web server, with a status of 400 or more."""

    error: Problem


@dataclass(frozen=True, slots=True)
class Refusal:
    """The refusal of a web request: a problem and an HTTP status; it can be sent between processes."""

    status: int
    problem: Problem

    @staticmethod
    def of(error: BaseException) -> Refusal | None:
        """Return the refusal for an error of the library, or None for an unexpected error."""
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
                return make_refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "expected less that stands inside of each other")
        return None


def client_message(error: SpragueError) -> str:
    """Return the message of an error for a web client, without advice to raise the server's time limit.

    Only the operator of the server can raise it.
    """
    if not isinstance(error, OutOfTime):
        return str(error)
    return f"{str(error).partition(';')[0]}, which is all that is allowed here; ask for less"


TOO_MUCH_MEMORY = "this takes more memory than is allowed; ask for less, or start the server with a larger --memory"


class RequestError(Exception):
    """Raised when a web request is refused with an HTTP status and a problem."""

    def __init__(self, refusal: Refusal, headers: dict[str, str] | None = None) -> None:
        super().__init__(refusal.problem.message)
        self.refusal, self.headers = refusal, headers or {}


def make_refusal(status: int, message: str) -> Refusal:
    """Return the refusal of a web request, with an HTTP status and a message for the client."""
    return Refusal(status, Problem(message=message))


def request_error(status: int, message: str, **headers: str) -> RequestError:
    """Return the `RequestError` with an HTTP status, a message and headers; `_` in a header's name stands for `-`."""
    return RequestError(
        make_refusal(status, message), {name.replace("_", "-"): value for name, value in headers.items()}
    )


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of error responses: the given statuses, and those of every route."""
    always = (400, 401, 403, 413, 421, 422, 429, 503)
    return {
        status: {"model": ErrorResponse, "description": HTTPStatus(status).phrase}
        for status in sorted({*always, *statuses})
    }
