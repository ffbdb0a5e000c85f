"""Unions, enumerations and defaults in the description, as generated clients need them."""

from __future__ import annotations

from typing import Any

from common.openapi.growth import describe_growth

REF = "#/components/schemas/"


def described() -> dict[str, Any]:
    """Return a small document: a request with an enumeration, an answer with the same and a union."""
    kind = {
        "type": "object",
        "properties": {"type": {"type": "string", "const": "drawn"}},
        "additionalProperties": False,
    }
    return {
        "paths": {
            "/games": {
                "post": {
                    "parameters": [{"$ref": "#/components/parameters/As"}, {"$ref": "#/components/parameters/Access"}],
                    "requestBody": {"content": {"application/json": {"schema": {"$ref": f"{REF}Request"}}}},
                    "responses": {"200": {"content": {"application/json": {"schema": {"$ref": f"{REF}Answer"}}}}},
                }
            }
        },
        "components": {
            "parameters": {
                "As": {"name": "as", "schema": {"type": "string", "enum": ["0", "1"]}},
                "Access": {"name": "access", "schema": {"type": "string", "enum": ["none", "open"]}},
            },
            "schemas": {
                "Request": {
                    "type": "object",
                    "properties": {
                        "access": {"$ref": f"{REF}Access", "default": None},
                        "wanted": {
                            "anyOf": [
                                {"type": "string", "enum": ["none", "open"], "description": "Who may see it."},
                                {"type": "null"},
                            ]
                        },
                        "value": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
                        "seats": {"type": "integer", "default": 4, "description": "Places."},
                    },
                    "additionalProperties": False,
                },
                "Answer": {
                    "type": "object",
                    "properties": {
                        "access": {"$ref": f"{REF}Access"},
                        "color": {"$ref": f"{REF}Color"},
                        "event": {"$ref": f"{REF}Event"},
                        "reasons": {"type": "array", "items": {"type": "string", "enum": ["late", "left"]}},
                    },
                },
                "Access": {"type": "string", "enum": ["none", "open"], "description": "Who sees it."},
                "Color": {"type": "string", "enum": ["R", "G"]},
                "Drawn": kind,
                "Event": {
                    "oneOf": [{"$ref": f"{REF}Drawn"}],
                    "discriminator": {"propertyName": "type", "mapping": {"drawn": f"{REF}Drawn"}},
                },
            },
        },
    }


def components() -> dict[str, Any]:
    document = described()
    describe_growth(document, {"Color"})
    found: dict[str, Any] = document["components"]
    return found


def schemas() -> dict[str, Any]:
    found: dict[str, Any] = components()["schemas"]
    return found


def test_a_union_ends_with_an_alternative_for_everything_else() -> None:
    found = schemas()
    assert found["Event"] == {"oneOf": [{"$ref": f"{REF}Drawn"}, {"$ref": f"{REF}ZUnknownEvent"}]}
    assert found["ZUnknownEvent"]["required"] == ["type"]
    assert max(found) == "ZUnknownEvent", "some generators try alternatives in the order of their names"


def test_an_enumeration_is_a_text_in_answers_and_has_its_values_in_requests() -> None:
    found = schemas()
    values = ["none", "open"]
    assert found["Access"] == {"type": "string", "x-known-values": values, "description": "Who sees it."}
    assert found["KnownAccess"]["enum"] == values
    assert found["Answer"]["properties"]["access"] == {"$ref": f"{REF}Access"}
    assert found["Request"]["properties"]["access"] == {"$ref": f"{REF}KnownAccess"}


def test_an_enumeration_without_a_name_is_a_text_in_answers_too() -> None:
    reasons = schemas()["Answer"]["properties"]["reasons"]
    assert reasons["items"] == {"type": "string", "x-known-values": ["late", "left"]}


def test_an_enumeration_that_may_be_null_has_its_name() -> None:
    wanted = schemas()["Request"]["properties"]["wanted"]
    reference = {"$ref": f"{REF}KnownAccess"}
    assert wanted == {"anyOf": [reference, {"type": "null"}], "description": "Who may see it."}


def test_the_enumeration_of_a_parameter_is_a_schema() -> None:
    found = components()
    described = "The values of the parameter `as`."
    assert found["schemas"]["AsParameter"] == {"type": "string", "enum": ["0", "1"], "description": described}
    assert found["parameters"]["As"]["schema"] == {"$ref": f"{REF}AsParameter"}
    assert found["parameters"]["Access"]["schema"] == {"$ref": f"{REF}KnownAccess"}


def test_a_value_of_several_types_is_any_json() -> None:
    alternatives = [{"type": "integer"}, {"type": "string"}]
    assert schemas()["Request"]["properties"]["value"] == {"x-any-of": alternatives}


def test_an_enumeration_that_never_grows_stays_closed() -> None:
    assert schemas()["Color"] == {"type": "string", "enum": ["R", "G"]}


def test_answers_may_have_more_members_and_requests_may_not() -> None:
    found = schemas()
    assert "additionalProperties" not in found["Drawn"]
    assert found["Request"]["additionalProperties"] is False


def test_a_default_is_told_in_words() -> None:
    assert schemas()["Request"]["properties"]["seats"] == {"type": "integer", "description": "Places. Default: `4`."}
