"""The FastAPI application of the web server, `create_app`: its routes, pages and error handling."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse
from starlette.routing import Match, Route

from sprague.version import __version__
from sprague.web.access import wants_page
from sprague.web.api_page import api_page
from sprague.web.errors import PROBLEM_JSON, Refusal, RequestError, make_problem, make_refusal, problem_body
from sprague.web.former_paths import FormerPathsMiddleware, is_former_path
from sprague.web.job_service import JobService
from sprague.web.page_files import FOREVER, REVALIDATE, CachedFiles, page_html, static_path
from sprague.web.query_service import QueryService
from sprague.web.routes import jobs, maps, queries
from sprague.web.security import SecurityMiddleware
from sprague.web.settings import Settings
from sprague.web.tasks.jobs.running import JOB_KINDS

# Maps URL paths to the HTML pages of the server.
PAGE_PATHS = {
    "/": "gallery",
    "/learn": "learn",
    "/board": "board",
    "/explorer": "explorer",
    "/laboratory": "laboratory",
    "/papers": "papers",
    "/worksheet": "worksheet",
    "/glossary": "glossary",
}
DESCRIPTION = (
    "A laboratory for pile games. Every request names its game by one string: a name in the catalogue with parameters, "
    "an octal code, or a rule. Numbers above 2^53 are sent as text. Error responses are problem details (RFC 9457), "
    "which have a code and, if known, the position of the mistake in the text of the request."
)
# The two ways in which a program can send the password to a server started with `sprague serve --token`.
SECURITY_SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "the access token, as a bearer token"},
    "password": {"type": "http", "scheme": "basic", "description": "any name, and the access token as the password"},
}
# The pydantic error types for a request body that is not a JSON object.
NOT_AN_OBJECT = {"json_invalid", "model_attributes_type"}
# The error message for every request body that is not an acceptable JSON object.
NOT_JSON = (
    "expected a JSON object, sent as application/json, without deep nesting and without numbers of thousands of digits"
)
# The pydantic error types for a job request whose field `kind` is missing or unknown.
ROUTERS = (queries.router, maps.router, jobs.router)  # the three groups of routes of the web API
WRONG_KIND = {"union_tag_not_found", "union_tag_invalid"}


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the FastAPI application with the given settings.

    The application starts the worker processes when it starts, and stops them when it stops.
    """
    chosen = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        query_service = app.state.queries = QueryService(chosen)
        job_service = app.state.jobs = JobService(chosen, query_service)
        try:
            yield
        finally:
            job_service.close()
            query_service.close()

    app = Application(
        title="Sprague",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = chosen
    for router in ROUTERS:
        app.include_router(router)
    for address, name in PAGE_PATHS.items():
        app.add_api_route(address, _page(name), methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/docs", _docs, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount(static_path(), CachedFiles(FOREVER), name="static")
    app.mount("/", CachedFiles(REVALIDATE), name="pages")
    app.add_exception_handler(RequestError, _request_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_middleware(CompressionMiddleware, minimum_size=1_000)
    app.add_middleware(SecurityMiddleware, settings=chosen)
    app.add_middleware(FormerPathsMiddleware)  # order matters: the middleware that is added last handles requests first
    return app


class CompressionMiddleware(GZipMiddleware):
    """The middleware that compresses responses; it does not compress server-sent events, which must not be delayed."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"].endswith("/events"):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class Application(FastAPI):
    """The FastAPI application; its OpenAPI description also states how clients send the password."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI description of the web API."""
        if self.openapi_schema is None:
            description = super().openapi()
            description["components"]["securitySchemes"] = SECURITY_SCHEMES
            needs_token = self.state.settings.token is not None
            description["security"] = [{name: []} for name in SECURITY_SCHEMES] + ([] if needs_token else [{}])
        return super().openapi()


def _page(name: str):  # type: ignore[no-untyped-def]
    async def page() -> Response:
        return HTMLResponse(page_html(name), headers={"Cache-Control": REVALIDATE})

    return page


async def _docs(request: Request) -> Response:
    """Return the page that documents the web API."""
    return HTMLResponse(api_page(request.app.openapi()))


async def _request_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return _error_response(request, error.refusal, error.headers)


async def _validation_error(request: Request, error: Exception) -> Response:
    """Return the error response for a request that does not match the OpenAPI description; name the first mismatch."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] in NOT_AN_OBJECT or (first["type"] == "missing" and first["loc"] == ("body",)):
        return _error_response(request, make_refusal(422, NOT_JSON, "invalid-request"))
    if first["type"] in WRONG_KIND:
        given = first.get("ctx", {}).get("tag")
        message = f"'kind' must be one of {', '.join(JOB_KINDS)}, got {'no kind' if given is None else repr(given)}"
        return _error_response(request, Refusal(make_problem(422, message, "invalid-request", field="kind")))
    place = ".".join(str(step) for step in first["loc"] if step not in ("body", "query", "path", *JOB_KINDS))
    message = str(first["msg"]).removeprefix("Value error, ")
    message = message[:1].lower() + message[1:]
    detail = f"{place}: {message}" if place else message
    return _error_response(request, Refusal(make_problem(422, detail, "invalid-request", field=place or None)))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = {name.lower(): value for name, value in request.scope["headers"]}
    status, path = error.status_code, request.url.path
    more = dict(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED and path.startswith("/api/"):
        # The route of the page files matches every path, and refuses all methods but GET and HEAD. Because
        # the route of the page files matches every path, the status 405 can mean an unknown path or a wrong method.
        if allowed := _allowed_methods(request):
            more["Allow"] = ", ".join(allowed)
        else:
            status, more = HTTPStatus.NOT_FOUND, {}
    if status == HTTPStatus.NOT_FOUND and wants_page(headers, path):
        return HTMLResponse(page_html("not_found"), HTTPStatus.NOT_FOUND)
    if status == HTTPStatus.BAD_REQUEST:
        return _error_response(request, make_refusal(status, NOT_JSON))
    detail = f"{HTTPStatus(status).phrase.lower()}: {request.method} {path[:200]}"
    return _error_response(request, make_refusal(status, detail), more)


def _allowed_methods(request: Request) -> list[str]:
    """Return the HTTP methods that the web API accepts for the path of a request."""
    scope = {"type": "http", "path": request.url.path, "root_path": "", "method": "GET", "headers": []}
    routes = (route for router in ROUTERS for route in router.routes if isinstance(route, Route))
    found = (route.methods or set() for route in routes if route.matches(scope)[0] is not Match.NONE)
    return sorted(set().union(*found))


def _error_response(request: Request, refusal: Refusal, headers: dict[str, str] | None = None) -> Response:
    body = problem_body(refusal.problem, is_former_path(request.scope))
    return Response(body, refusal.status, headers, media_type=PROBLEM_JSON)
