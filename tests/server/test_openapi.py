"""Whatever is asked, within the OpenAPI document or a slip away from a puzzle, gets an answer or a sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gridwright.genres import genres
from gridwright.model import GridwrightError, Limits
from gridwright.server.answers import answer
from gridwright.server.answers.asked import Work

if TYPE_CHECKING:
    from starlette.testclient import TestClient

EXAMPLES = 40
"""Requests of each kind."""


@pytest.mark.slow
def test_no_request_is_answered_with_an_error_of_the_server(client: TestClient) -> None:
    import schemathesis  # takes a second, and only this test needs it

    schema = schemathesis.openapi.from_dict(client.get("/api/v1/openapi.json").json())
    seen: set[str] = set()
    for result in schema.get_all_operations():
        operation = result.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES, deadline=None, phases=[Phase.generate], derandomize=True,
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        def check(case: Any) -> None:
            sent = case.as_transport_kwargs(base_url="http://127.0.0.1")
            response = client.request(sent.pop("method"), sent.pop("url"), **_known(sent))
            seen.add(case.operation.label)
            assert response.status_code < 500, response.text
            if response.status_code >= 400:
                assert response.json()["error"]

        check()

    assert len(seen) > 12


def _known(sent: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in sent.items() if name in ("params", "headers", "json", "content")}


ABOUT = ("board", "check", "hint", "convert", "draw", "grade", "why", "explain")
SLIPS = ".0123456789ABCDabcd*xX#/:,|-=<>^v↑→ \n\"'{}[]é\N{SNOWMAN}"
PUZZLES = [(key, example.text) for key, each in genres().items() for example in each.examples]


@st.composite
def slips(draw: st.DrawFn) -> dict[str, Any]:
    """A request about an example of a genre in which something was changed, left out or put in."""
    key, text = draw(st.sampled_from(PUZZLES))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(["", *SLIPS])) + text[at + draw(st.integers(0, 2)) :]
    cell = st.builds("r{}c{}{}{}".format, st.integers(0, 10), st.integers(0, 10), st.sampled_from(["=", "-"]),
                     st.sampled_from("12345*.9A"))  # fmt: skip
    return {
        "puzzle": text, "genre": draw(st.sampled_from([key, key, key, None, "latin"])), "fact": draw(cell),
        "facts": draw(st.lists(cell, max_size=6)), "voice": draw(st.sampled_from(["teacher", "de"])),
    }  # fmt: skip


@pytest.mark.slow
@given(name=st.sampled_from(ABOUT), fields=slips())
@settings(max_examples=1500, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_a_slip_is_told_and_never_a_crash(name: str, fields: dict[str, Any]) -> None:
    with suppress(GridwrightError):
        json.dumps(answer(name, fields, Work(Limits(2))))
