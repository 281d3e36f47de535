"""Access of routes to the application's services, and responses from bytes."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request, Response

from sprague.web.job_service import Jobs
from sprague.web.query_service import Desk
from sprague.web.settings import Settings


def _desk(request: Request) -> Desk:
    return cast(Desk, request.app.state.desk)


def _jobs(request: Request) -> Jobs:
    return cast(Jobs, request.app.state.jobs)


def _settings(request: Request) -> Settings:
    return cast(Settings, request.app.state.settings)


def _client(request: Request) -> str:
    return request.client.host if request.client else ""


DeskOfApp = Annotated[Desk, Depends(_desk)]
JobsOfApp = Annotated[Jobs, Depends(_jobs)]
SettingsOfApp = Annotated[Settings, Depends(_settings)]
Client = Annotated[str, Depends(_client)]


def as_json(body: bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json")
