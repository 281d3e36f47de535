"""Error responses, in one form for all errors of the library."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, Field

from sprague.errors import Cancelled, NotationError, OutOfReach, OutOfTime, SpragueError


class Problem(BaseModel):
    """The reason why a request was refused, and the place of the mistake in the text sent, if known."""

    message: str = Field(description="what was expected, what came, and the way out")
    start: int | None = Field(
        default=None, description="the character of the text sent where the mistake is, from 0 on"
    )
    end: int | None = Field(default=None, description="the character after it")
    field: str | None = Field(default=None, description="the field of the request that is meant, if it is known")


class ErrorResponse(BaseModel):
    """The body of every response with a status of 400 or more."""

    error: Problem


@dataclass(frozen=True, slots=True)
class Refusal:
    """A problem and the HTTP status of its response; it can be sent between processes."""

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
                return refusal(HTTPStatus.CONFLICT, "the work was cancelled")
            case OutOfReach():
                return refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, client_message(error))
            case SpragueError():
                return refusal(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))
            case MemoryError():
                return refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_MUCH_MEMORY)
            case RecursionError():
                return refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "expected less that stands inside of each other")
        return None


def client_message(error: SpragueError) -> str:
    """Return the text of an error for a client: without advice to raise the time limit, which only the operator can."""
    if not isinstance(error, OutOfTime):
        return str(error)
    return f"{str(error).partition(';')[0]}, which is all that is allowed here; ask for less"


TOO_MUCH_MEMORY = "this takes more memory than is allowed; ask for less, or start the server with a larger --memory"


class RequestError(Exception):
    """Raised to refuse a request with a status and a problem."""

    def __init__(self, refusal: Refusal, headers: dict[str, str] | None = None) -> None:
        super().__init__(refusal.problem.message)
        self.refusal, self.headers = refusal, headers or {}


def refusal(status: int, message: str) -> Refusal:
    """Return the refusal with this status and message."""
    return Refusal(status, Problem(message=message))


def request_error(status: int, message: str, **headers: str) -> RequestError:
    """Return the exception that refuses a request; `_` in the name of a header stands for `-`."""
    return RequestError(refusal(status, message), {name.replace("_", "-"): value for name, value in headers.items()})


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of these error statuses and of those that every route may return."""
    always = (400, 401, 403, 413, 421, 422, 429, 503)
    return {
        status: {"model": ErrorResponse, "description": HTTPStatus(status).phrase}
        for status in sorted({*always, *statuses})
    }
