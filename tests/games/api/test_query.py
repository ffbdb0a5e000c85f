"""Query parameters are read as strictly as bodies."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from django.test import RequestFactory

from common.http.errors import BadParameter
from common.http.query import read_query


class Filters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 20
    mine: bool = False
    status: Literal["lobby", "running"] | None = None
    cursor: str | None = None


class Days(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: str


def read(query: str) -> Filters:
    request: Any = RequestFactory().get("/")
    request.META["QUERY_STRING"] = query
    return read_query(request, Filters)


def test_parameters_left_out_have_their_defaults() -> None:
    assert read("") == Filters()


def test_parameters_are_read() -> None:
    assert read("limit=100&mine=true&status=lobby&cursor=cA_-") == Filters(100, True, "lobby", "cA_-")  # noqa: FBT003


@pytest.mark.parametrize(
    "query",
    [
        "limit=0", "limit=101", "limit=-1", "limit=1000000000", "limit=1.0", "limit=1e1", "limit=+5", "limit=%205",
        "limit=05", "limit=1_0", "limit=", "limit=null", "limit=true", "limit=%D9%A1", "limit=" + "9" * 1500,
        "limit=" + "9" * 5000, "limit=5%00", "%00=1", "limit=5&limit=5", "limit=5&limit=6", "offset=1", "format=api",
        "mine=1", "mine=True", "mine=yes", "mine=", "status=none", "status=null", "status=LOBBY", "cursor=%FF",
        "cursor=%0A", "cursor=a%20b", "&".join(f"a{i}=1" for i in range(100)),
    ],
)  # fmt: skip
def test_anything_else_is_refused(query: str) -> None:
    with pytest.raises(BadParameter):
        read(query)


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("offset=1", "offset"), ("limit=5&format=api", "format"), ("limit=x", "limit"), ("limit=5&limit=6", "limit"),
        ("cursor=%0A", "cursor"), ("%C3%A9=1", "é"), ("=1", ""),
    ],
)  # fmt: skip
def test_the_refusal_names_the_parameter(query: str, named: str) -> None:
    with pytest.raises(BadParameter) as refusal:
        read(query)
    assert refusal.value.fields == {"parameter": named}


def test_a_parameter_that_is_missing_is_named_too() -> None:
    request: Any = RequestFactory().get("/")
    with pytest.raises(BadParameter) as refusal:
        read_query(request, Days)
    assert refusal.value.fields == {"parameter": "first"}
