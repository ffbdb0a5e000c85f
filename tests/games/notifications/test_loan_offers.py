"""A player who is named in the offer of a seat gets a message; nobody else does, and no answer tells who."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

from common import clock
from games import errors
from games.notifications import loan_offers, send, snapshot, staleness
from games.services import loans, lobby, worker
from games.services.invitations import PER_HOUR
from players import blocks, preferences
from players import services as players
from players.models import Notification, Player
from players.notifications import inbox
from tests.games import tables
from tests.games.notifications import notifications

if TYPE_CHECKING:
    from tests.games.notifications.fakes import HttpChannel, Sink

pytestmark = pytest.mark.django_db

HOUR = 3600


@pytest.fixture
def ann() -> UUID:
    return tables.person()


@pytest.fixture
def dan() -> UUID:
    player = tables.person()
    players.rename(player_id=player, name="Dan")
    return player


@pytest.fixture
def game(ann: UUID) -> UUID:
    return tables.started(ann, tables.person())


def offered(game: UUID, lender: UUID, wanted: str = "dan", hours: int = 5) -> Any:
    """Offer seat 0 and let the worker run."""
    made = loans.offer(game_id=game, player=lender, seat=0, hours=hours, wanted=wanted).loan
    worker.run_outbox(game)
    return made


def told(player: UUID) -> list[Notification]:
    return list(Notification.objects.filter(player_id=player, kind="loan_offered").order_by("number"))


def offers(sink: Sink) -> list[Any]:
    return [message for message in sink.messages if message["kind"] == "loan_offered"]


def test_a_named_friend_is_told_who_offers_which_seat_for_how_long(game: UUID, ann: UUID, dan: UUID) -> None:
    made = offered(game, ann)
    [message] = told(dan)
    facts = inbox.facts(message)
    code = facts["code"]
    assert (message.game_id, facts["by"], facts["hours"]) == (game, 0, 5)
    assert facts["from"] == Player.objects.get(id=ann).name
    assert facts["link"].endswith(f"/join/{code}/{game}/0")
    assert message.expires_at == made.lapses_at
    loans.accept(game_id=game, player=dan, seat=0, code=code)
    assert tables.state_of(game, dan).seat == 0


def test_a_friend_may_be_named_by_id(game: UUID, ann: UUID, dan: UUID) -> None:
    offered(game, ann, str(dan))
    assert len(told(dan)) == 1


def test_a_private_table_is_named_to_the_friend_only(ann: UUID, dan: UUID) -> None:
    bob = tables.person()
    game = tables.lobby_of(ann, private=True).game.id
    tables.sit(game, bob, code=tables.code_of(game))
    lobby.start(game_id=game, player=ann, command_id=uuid4(), request_hash=tables.ASKED)
    offered(game, ann)
    assert len(told(dan)) == 1
    assert Notification.objects.filter(kind="loan_offered").count() == 1


def test_an_offer_without_a_name_or_to_nobody_sends_nothing(game: UUID, ann: UUID) -> None:
    for wanted in ("", "nobody of this name", str(UUID(int=1)), str(ann)):
        offered(game, ann, wanted)
    assert not Notification.objects.filter(kind="loan_offered").exists()


def test_nobody_is_told_by_a_player_whom_they_have_blocked(game: UUID, ann: UUID, dan: UUID) -> None:
    blocks.block(player_id=dan, blocked_id=ann)
    made = offered(game, ann)
    assert told(dan) == []
    assert made.wanted == "dan"


def test_players_of_the_match_are_not_told(ann: UUID, dan: UUID) -> None:
    game = tables.started(ann, dan)
    offered(game, ann)
    assert told(dan) == []


def test_the_same_offer_again_renews_it_and_sends_nothing(game: UUID, ann: UUID, dan: UUID) -> None:
    first = offered(game, ann)
    with tables.travelled(20 * HOUR):
        again = offered(game, ann, "DAN")
        assert again.code == first.code
        assert again.lapses_at > first.lapses_at
        assert len(told(dan)) == 1
        other = offered(game, ann, hours=7)
        assert other.code != first.code
    assert [inbox.facts(one)["hours"] for one in told(dan)] == [5, 7]


def test_work_that_is_repeated_sends_one_message(game: UUID, ann: UUID, dan: UUID) -> None:
    made = loans.offer(game_id=game, player=ann, seat=0, hours=5, wanted="Dan").loan
    assert made is not None
    for _ in range(2):
        loan_offers.tell(game, 0)
    worker.run_outbox(game)
    assert len(told(dan)) == 1
    assert tables.promised(game) == []


def test_an_offer_that_is_withdrawn_in_time_sends_nothing(game: UUID, ann: UUID, dan: UUID) -> None:
    loans.offer(game_id=game, player=ann, seat=0, hours=5, wanted="Dan")
    loans.end(game_id=game, player=ann, seat=0)
    worker.run_outbox(game)
    assert told(dan) == []


def test_named_offers_have_a_limit_that_renewals_do_not_use_up(game: UUID, ann: UUID, dan: UUID) -> None:
    for number in range(PER_HOUR):
        offered(game, ann, hours=1 + number)
        offered(game, ann, hours=1 + number)
    with pytest.raises(errors.TooManyInvitations):
        offered(game, ann, hours=40)
    assert len(told(dan)) == PER_HOUR
    offered(game, ann, "")


@pytest.mark.parametrize("how", ["accepted", "withdrawn", "replaced", "over", "open"])
def test_a_message_is_dropped_once_its_offer_is_over(game: UUID, ann: UUID, dan: UUID, how: str) -> None:
    made = offered(game, ann)
    [message] = told(dan)
    match how:
        case "accepted":
            loans.accept(game_id=game, player=dan, seat=0, code=made.code)
        case "withdrawn":
            loans.end(game_id=game, player=ann, seat=0)
        case "replaced":
            offered(game, ann, "")
        case _:
            pass
    with tables.travelled(25 * HOUR if how == "over" else 0):
        why = staleness.why_stale(message, snapshot.load(game), clock.now())
    assert (why is None) == (how == "open")


def test_the_message_leads_to_the_offer_in_the_language_of_its_reader(
    game: UUID, ann: UUID, dan: UUID, mail: HttpChannel, sink: Sink
) -> None:
    for hours, language in enumerate(("en", "ru", "fr"), start=5):
        preferences.change(player_id=dan, changes={"language": language})
        offered(game, ann, hours=hours)
        notifications.all_due()
        send.send_due(mail.name)
        sent, facts = offers(sink)[-1], inbox.facts(told(dan)[-1])
        assert sent["url"] == facts["link"]
        assert facts["link"] in sent["text"]
        assert facts["link"] in sent["html"]
        assert Player.objects.get(id=ann).name in sent["title"]
        assert str(hours) in sent["body"]
    assert len({message["title"] for message in offers(sink)}) == 3


@pytest.mark.usefixtures("dan")
def test_a_newer_offer_replaces_the_message_that_waits(game: UUID, ann: UUID, mail: HttpChannel, sink: Sink) -> None:
    for hours in (5, 7):
        offered(game, ann, hours=hours)
    notifications.all_due()
    send.send_due(mail.name)
    assert [message["data"]["data"]["hours"] for message in offers(sink)] == [7]


@pytest.mark.usefixtures("mail")
def test_nothing_is_sent_on_channels_that_the_friend_has_switched_off(game: UUID, ann: UUID, dan: UUID) -> None:
    preferences.change(player_id=dan, changes={"messages": {"loan_offered": {"email": False}}})
    offered(game, ann)
    assert len(told(dan)) == 1
    assert notifications.states(dan) == []
