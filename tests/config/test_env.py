from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


def test_a_missing_value_stops_the_start_and_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WANTED", raising=False)
    with pytest.raises(ImproperlyConfigured, match=r"WANTED is not set\. Set WANTED, or WANTED_FILE"):
        env.text("WANTED")


def test_a_secret_may_come_from_a_file_without_its_last_line_break(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("from the file\n")
    monkeypatch.setenv("WANTED_FILE", str(tmp_path / "secret"))
    assert env.text("WANTED") == "from the file"


def test_a_value_given_twice_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WANTED", "here")
    monkeypatch.setenv("WANTED_FILE", str(tmp_path / "secret"))
    with pytest.raises(ImproperlyConfigured, match="both set"):
        env.text("WANTED")


def test_a_file_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WANTED_FILE", str(tmp_path / "nowhere"))
    with pytest.raises(ImproperlyConfigured, match="WANTED_FILE: cannot read"):
        env.text("WANTED")


@pytest.mark.parametrize(("word", "meaning"), [("1", True), ("Yes", True), ("off", False), ("FALSE", False)])
def test_a_flag_understands_the_usual_words(monkeypatch: pytest.MonkeyPatch, word: str, meaning: bool) -> None:  # noqa: FBT001  a case
    monkeypatch.setenv("WANTED", word)
    assert env.flag("WANTED") is meaning


@pytest.mark.parametrize("word", ["", "maybe", "2"])
def test_a_flag_does_not_guess(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("WANTED", word)
    with pytest.raises(ImproperlyConfigured, match="WANTED must be one of"):
        env.flag("WANTED", default=True)


@pytest.mark.parametrize("word", ["", "-1", "1.5", "٣", "many"])
def test_a_whole_number_is_digits_only(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("WANTED", word)
    with pytest.raises(ImproperlyConfigured, match="WANTED must be a whole number"):
        env.whole("WANTED", 3)


def test_a_whole_number_below_its_least_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", "0")
    with pytest.raises(ImproperlyConfigured, match="WANTED must be a whole number from 1 to 14, not '0'"):
        env.whole("WANTED", least=1, most=14)


@pytest.mark.parametrize("word", ["15", "99999999999999999999", "9" * 5000])
def test_a_whole_number_above_its_most_is_refused_and_not_cut(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("WANTED", word)
    with pytest.raises(ImproperlyConfigured, match="from 0 to 14") as refusal:
        env.whole("WANTED", most=14)
    assert len(str(refusal.value)) < 120
    with pytest.raises(ImproperlyConfigured, match="from 0 to 2147483647" if len(word) > 2 else "from 100 to"):
        env.whole("WANTED", least=0 if len(word) > 2 else 100)


def test_words_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", "a.example, b.example,,")
    assert env.words("WANTED") == ["a.example", "b.example"]


def test_a_choice_outside_the_list_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", "xml")
    with pytest.raises(ImproperlyConfigured, match="one of json, plain, not 'xml'"):
        env.choice("WANTED", ("json", "plain"))


def test_a_database_address_is_taken_apart_with_its_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", "postgresql://me:p%40ss%2Fword@db.example:6543/games")
    assert env.database("WANTED") == {
        "NAME": "games",
        "USER": "me",
        "PASSWORD": "p@ss/word",
        "HOST": "db.example",
        "PORT": 6543,
    }


@pytest.mark.parametrize(
    "address",
    [
        "", "mysql://me:hidden@host/games", "postgresql://me:hidden@host", "postgresql://me:hidden@host:x/games",
        "postgresql://me:hidden@[host/games", "postgresql://me:hidden@host:99999/games", " postgresql://h/hidden",
        "postgresql://me:hidden@host/games?sslmode=require",
    ],
)  # fmt: skip
def test_a_bad_database_address_is_refused_without_showing_the_password(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("WANTED", address)
    with pytest.raises(ImproperlyConfigured, match="WANTED") as refusal:
        env.database("WANTED")
    assert "hidden" not in str(refusal.value)


def test_keys_keep_their_order_because_the_first_one_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", f"new:{'ab' * 32},old:{'cd' * 32}")
    assert list(env.keys("WANTED").items()) == [("new", b"\xab" * 32), ("old", b"\xcd" * 32)]


@pytest.mark.parametrize("value", ["", "ab" * 32, f"a:{'ab' * 31}", f"a:{'xy' * 32}", f"a:{'ab' * 32},a:{'cd' * 32}"])
def test_a_bad_key_is_refused_without_being_shown(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("WANTED", value)
    with pytest.raises(ImproperlyConfigured, match="WANTED") as refusal:
        env.keys("WANTED")
    assert "abab" not in str(refusal.value)


def test_seeds_keep_their_order_because_the_first_one_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.seeds("WANTED", "") == []
    monkeypatch.setenv("WANTED", f"{'AB' * 32}, {'cd' * 32}")
    assert env.seeds("WANTED") == [b"\xab" * 32, b"\xcd" * 32]


@pytest.mark.parametrize("value", ["ab" * 31, "xy" * 32, f"{'ab' * 32},{'AB' * 32}", f"a:{'ab' * 32}"])
def test_a_bad_seed_is_refused_without_being_shown(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("WANTED", value)
    with pytest.raises(ImproperlyConfigured, match="WANTED") as refusal:
        env.seeds("WANTED")
    assert "abab" not in str(refusal.value)


def test_networks_are_read_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", "127.0.0.0/8, ::1/128")
    assert [str(network) for network in env.networks("WANTED")] == ["127.0.0.0/8", "::1/128"]


@pytest.mark.parametrize("value", ["localhost", "127.0.0.1/8", "10.0.0.0/33", "1"])
def test_a_bad_network_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("WANTED", value)
    with pytest.raises(ImproperlyConfigured, match="WANTED"):
        env.networks("WANTED")


@pytest.mark.parametrize(("word", "budget"), [("600/60", (600, 60)), ("1/86400", (1, 86400)), ("0", None)])
def test_a_budget_is_requests_and_seconds_or_none(
    word: str, budget: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BUDGET", word)
    assert env.rate("BUDGET") == budget


@pytest.mark.parametrize("word", ["", "600", "600/", "/60", "0/60", "600/0", "-1/60", "6.5/60", "6/6/x", "9999999/1"])
def test_any_other_budget_stops_the_start(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUDGET", word)
    with pytest.raises(ImproperlyConfigured, match="BUDGET must look like 600/60"):
        env.rate("BUDGET")


def test_an_address_is_kept_as_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.url("WANTED", default="") == ""
    monkeypatch.setenv("WANTED", "https://play.example/base")
    assert env.url("WANTED") == "https://play.example/base"


@pytest.mark.parametrize(
    "word",
    [
        "", "play.example", "ftp://me:hidden@play.example", "https://", "/base", "http://[::1",
        "https://hidden example/", "https://play.example:99999", "https://play.example:0", "https://play.example\n",
        "'https://play.example'",
    ],
)  # fmt: skip
def test_a_bad_address_is_refused_without_being_shown(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", word)
    with pytest.raises(ImproperlyConfigured, match="WANTED must be an address that begins with https://") as refusal:
        env.url("WANTED")
    assert "hidden" not in str(refusal.value)


def test_mail_addresses_are_told_from_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", "ada@example.org, bob@example.org")
    assert env.addresses("WANTED") == ["ada@example.org", "bob@example.org"]
    monkeypatch.setenv("WANTED", "ada@example.org, bob")
    with pytest.raises(ImproperlyConfigured, match=r"WANTED must be mail addresses.* 'bob'"):
        env.addresses("WANTED")


@pytest.mark.parametrize(
    "word", ["https://me:hidden@play.example", "https://play.example/?a=b", "https://play.example#x"]
)
def test_what_links_begin_with_ends_with_its_path(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", word)
    assert env.url("WANTED") == word
    with pytest.raises(ImproperlyConfigured, match=r"WANTED must be an address without user, `\?` and `#`") as refusal:
        env.url("WANTED", base=True)
    assert "hidden" not in str(refusal.value)


@pytest.mark.parametrize(
    ("word", "good"),
    [("redis://h", True), ("redis://h:6379/15", True), ("redis://h/cache", False), ("redis://h/-1", False)],
)
def test_a_redis_is_named_with_the_number_of_a_database(word: str, good: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001  a case
    monkeypatch.setenv("WANTED", word)
    if good:
        assert env.url("WANTED", ("redis",)) == word
    else:
        with pytest.raises(ImproperlyConfigured, match="WANTED must end with the number of a database"):
            env.url("WANTED", ("redis",))


def test_hosts_are_names_and_addresses_and_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", "play.example, 10.0.0.1,[::1],::,.example,*,*.example")
    assert env.hosts("WANTED") == ["play.example", "10.0.0.1", "[::1]", "::", ".example", "*", "*.example"]


@pytest.mark.parametrize(
    "word", ["https://play.example", "play.example:443", "play example", '"play.example"', "é.example"]
)
def test_what_no_host_is_like_is_refused(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", f"play.example,{word}")
    with pytest.raises(ImproperlyConfigured, match="WANTED must be host names without scheme and port"):
        env.hosts("WANTED")
    monkeypatch.setenv("WANTED", word)
    with pytest.raises(ImproperlyConfigured, match="WANTED must be a host name or an address"):
        env.host("WANTED")


@pytest.mark.parametrize("word", ["table@play.example", "Flipside <table@play.example>"])
def test_a_sender_may_have_a_name(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", word)
    assert env.sender("WANTED") == word


@pytest.mark.parametrize("word", ["", "table", "Flipside", "a@b.example\nBcc: c@d.example", "<>"])
def test_a_sender_without_an_address_is_refused(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WANTED", word)
    with pytest.raises(ImproperlyConfigured, match="WANTED must be a mail address, or `Name <address>`"):
        env.sender("WANTED")


@pytest.mark.parametrize(
    ("word", "good"),
    [
        ("mailto:a@b.example", True),
        ("https://b.example", True),
        ("a@b.example", False),
        ("http://b.example", False),
        ("", False),
    ],
)
def test_a_contact_is_an_address_that_can_be_followed(word: str, good: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001  a case
    monkeypatch.setenv("WANTED", word)
    if good:
        assert env.contact("WANTED") == word
    else:
        with pytest.raises(ImproperlyConfigured, match="WANTED must begin with mailto: or https://"):
            env.contact("WANTED")
