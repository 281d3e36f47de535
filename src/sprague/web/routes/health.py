"""Routes for the state and the limits of the server."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field

from sprague.version import __version__
from sprague.web.errors import documented
from sprague.web.routes.shared import SettingsOfApp

router = APIRouter(tags=["server"], responses=documented())


class LimitsTold(BaseModel):
    """How much may be computed."""

    seconds: float = Field(description="of a job")
    memory: int = Field(description="bytes of a job")
    positions: int = Field(description="of a table")
    states: int = Field(description="of an automaton")
    patience: float = Field(description="seconds of a question, which is answered while the page waits")
    jobs: int = Field(description="at the same time")
    queue: int = Field(description="jobs that may wait")
    body: int = Field(description="bytes of a request")


class Health(BaseModel):
    """The version, and the limits that are in force."""

    version: str
    public: bool = Field(description="whether strangers may ask")
    keeps_theorems: bool = Field(description="whether a theorem that is discovered is kept")
    limits: LimitsTold


@router.get("/api/health", summary="Whether the server is there, and what it allows")
async def health(settings: SettingsOfApp) -> Health:
    told = {name: getattr(settings, name) for name in LimitsTold.model_fields}
    return Health(
        version=__version__,
        public=settings.public,
        keeps_theorems=settings.keeps_theorems,
        limits=LimitsTold(**told),
    )
