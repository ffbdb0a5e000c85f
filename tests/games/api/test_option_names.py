"""A family of rules is called `ruleset` in every request and answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import engine
from games.wire import option_names

if TYPE_CHECKING:
    from tests.contract.client import ContractClient
    from tests.games.api.people import Person


def test_a_table_is_created_with_a_ruleset_and_says_so(ada: Person) -> None:
    options = {"ruleset": "attack", "target": 300}
    game = ada.create(seats=2, options=options)["game"]
    assert (game["ruleset"], game["options"]) == ("attack", options)
    assert ada.create(seats=2, options=game["options"])["game"]["options"] == options


@pytest.mark.parametrize(
    ("options", "code", "option"),
    [({"game": "attack"}, "unknown_option", "game"), ({"ruleset": "chess"}, "bad_option_value", "ruleset")],
)
def test_refusals_name_the_ruleset(
    ada: Person, stranger: ContractClient, options: dict[str, str], code: str, option: str
) -> None:
    problem = ada.client.send("/v1/games", {"options": options}).json()
    checked = stranger.send("/v1/rulesets/check", {"options": options}).json()["problem"]
    assert [(found["code"], found["params"]["option"]) for found in (problem, checked)] == [(code, option)] * 2


def test_the_catalogues_of_options_know_the_ruleset_alone(stranger: ContractClient) -> None:
    for path in ("/v1/rulesets", "/v1/catalogue"):
        names = [option["name"] for option in stranger.get(path).json()["options"]]
        assert "ruleset" in names
        assert "game" not in names


@pytest.mark.parametrize("name", ["ruleset", "game", "edition"])
def test_the_rules_of_an_address_take_no_other_ruleset(stranger: ContractClient, name: str) -> None:
    answer = stranger.get(f"/v1/rulesets/classic/rules?{name}=flip")
    assert (answer.status_code, answer.json()["params"]) == (422, {"option": name})


def test_a_check_names_the_options_that_differ_from_their_defaults(stranger: ContractClient) -> None:
    found = stranger.send("/v1/rulesets/check", {"options": {"target": 300, "uno_penalty": 2}}).json()
    assert found["options"] == {"target": 300}


def test_names_survive_the_way_in_and_out() -> None:
    names = [option.name for option in engine.describe()]
    assert [option_names.of_rules(option_names.on_wire(name)) for name in names] == names
