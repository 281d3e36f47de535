"""The web API agrees with its OpenAPI description, for generated requests."""

from __future__ import annotations

import warnings
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.asking import Laboratory

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    negative_data_rejection,
]
EACH = 6  # requests for an operation


@pytest.mark.slow
def test_made_up_requests_get_answers_as_described(lab: Laboratory) -> None:
    schema = schemathesis.openapi.from_dict(lab.app.openapi())
    done = 0
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        if operation.path.endswith("/events"):
            continue  # a stream, which other tests read

        @hypothesis.settings(
            max_examples=EACH,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        @hypothesis.given(case=operation.as_strategy())
        def answers(case: schemathesis.Case[Any]) -> None:
            request = case.as_transport_kwargs()
            answer = lab.ask(
                request["method"],
                request["url"],
                **{
                    key: value
                    for key, value in request.items()
                    if key in ("params", "json", "data", "headers", "content")
                },
            )
            case.validate_response(answer, checks=CHECKS)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answers()
        done += 1
    assert done > 20
