"""A server without a network: one worker a lane."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from gridwright.server.app import create_app
from gridwright.server.settings import Settings

SMALL = Settings(quick_workers=1, slow_workers=1, making_workers=1, quick_seconds=20, slow_seconds=60)


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(SMALL), base_url="http://127.0.0.1") as asking:
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
