"""A server without a network: one worker a lane. Whatever it answers is held against its OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from starlette.testclient import TestClient

from gridwright.server.app import create_app
from gridwright.server.settings import Settings

SMALL = Settings(quick_workers=1, slow_workers=1, making_workers=1, warming=False, quick_seconds=20, slow_seconds=60)


@cache
def openapi() -> dict[str, Any]:
    """The document, from an app that has no workers."""
    document: dict[str, Any] = create_app().app.openapi()  # type: ignore[attr-defined]
    return document


@cache
def validator(name: str) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": openapi()["components"]}
    return jsonschema_rs.Draft202012Validator(schema)


def as_described(name: str, answer: Any) -> None:
    """Is it what the document says of the answer of that name?"""
    validator(f"{name}-answer").validate(json.loads(json.dumps(answer)))


class Client(TestClient):
    """Asks, and looks whether the answer is one that the OpenAPI document describes."""

    def request(self, method: str, url: Any, **sent: Any) -> Any:  # type: ignore[override]
        response = super().request(method, url, **sent)
        for template, operations in openapi()["paths"].items():
            path = re.sub(r"\{\w+\}", "[^/?]+", template)
            if method.lower() in operations and re.fullmatch(rf"{path}(\?.*)?", str(url)):
                described = operations[method.lower()]["responses"][str(response.status_code)]["content"]
                kind = response.headers["content-type"]
                name = described[kind]["schema"]["$ref"].rpartition("/")[2]
                for line in response.text.splitlines() if kind.endswith("ndjson") else [response.text]:
                    validator(name).validate(json.loads(line))
        return response


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    with Client(create_app(SMALL), base_url="http://127.0.0.1") as asking:
        yield asking


@pytest.fixture
def post(client: TestClient) -> Any:
    """Ask about a puzzle: the answer, which must be one."""

    def ask(name: str, **fields: Any) -> dict[str, Any]:
        response = client.post(f"/api/v1/{name}", json=fields)
        assert 200 == response.status_code, response.text
        answer: dict[str, Any] = response.json()
        return answer

    return ask
