"""FastAPI dependencies that routes share: services of the application, the client's address, JSON responses."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request, Response

from sprague.web.job_service import JobService
from sprague.web.query_service import QueryService
from sprague.web.settings import Settings


def _queries(request: Request) -> QueryService:
    return cast(QueryService, request.app.state.queries)


def _jobs(request: Request) -> JobService:
    return cast(JobService, request.app.state.jobs)


def _settings(request: Request) -> Settings:
    return cast(Settings, request.app.state.settings)


def _client(request: Request) -> str:
    return request.client.host if request.client else ""


Queries = Annotated[QueryService, Depends(_queries)]
JobServiceOfApp = Annotated[JobService, Depends(_jobs)]
SettingsOfApp = Annotated[Settings, Depends(_settings)]
Client = Annotated[str, Depends(_client)]


def as_json(body: bytes, status: int = 200) -> Response:
    """Return a response with the given JSON body."""
    return Response(body, status, media_type="application/json")
