"""Error responses, in one form for all errors of the library."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, Field

from sprague.errors import Cancelled, NotationError, OutOfReach, OutOfTime, SpragueError


class Problem(BaseModel):
    """Why a request was refused, in words, and where in the text that was sent, if that can be told."""

    message: str = Field(description="what was expected, what came, and the way out")
    start: int | None = Field(
        default=None, description="the character of the text sent where the mistake is, from 0 on"
    )
    end: int | None = Field(default=None, description="the character after it")
    field: str | None = Field(default=None, description="the field of the request that is meant, if it is known")


class Problems(BaseModel):
    """The body of every answer with a status from 400 on."""

    error: Problem


@dataclass(frozen=True, slots=True)
class Refusal:
    """A problem and the status that it is told with; it travels between processes."""

    status: int
    problem: Problem

    @staticmethod
    def of(error: BaseException) -> Refusal | None:
        """The refusal that an error of the library means; None for errors that nobody expects."""
        match error:
            case NotationError():
                problem = Problem(message=error.message, start=error.offset, end=error.offset + 1)
                return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, problem)
            case Cancelled():
                return refusal(HTTPStatus.CONFLICT, "the work was cancelled")
            case OutOfReach():
                return refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, told_here(error))
            case SpragueError():
                return refusal(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))
            case MemoryError():
                return refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_MUCH_MEMORY)
            case RecursionError():
                return refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "expected less that stands inside of each other")
        return None


def told_here(error: SpragueError) -> str:
    """What an error says; how to allow more time, the library tells its own users, and it is not for clients to say."""
    if not isinstance(error, OutOfTime):
        return str(error)
    return f"{str(error).partition(';')[0]}, which is all that is allowed here; ask for less"


TOO_MUCH_MEMORY = "this takes more memory than is allowed; ask for less, or start the server with a larger --memory"


class Refused(Exception):
    """Raised where a request is refused."""

    def __init__(self, refusal: Refusal, headers: dict[str, str] | None = None) -> None:
        super().__init__(refusal.problem.message)
        self.refusal, self.headers = refusal, headers or {}


def refusal(status: int, message: str) -> Refusal:
    return Refusal(status, Problem(message=message))


def refused(status: int, message: str, **headers: str) -> Refused:
    """The exception for a refusal; `_` in the name of a header is `-`."""
    return Refused(refusal(status, message), {name.replace("_", "-"): value for name, value in headers.items()})


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """These statuses as the description of the interface tells them, beside those that every request may get."""
    always = (400, 401, 403, 413, 421, 422, 429, 503)
    return {
        status: {"model": Problems, "description": HTTPStatus(status).phrase} for status in sorted({*always, *statuses})
    }
