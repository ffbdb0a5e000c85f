"""Redirect URIs: which ones an app may register, and which match a registered one."""

import pytest

from players.oauth import redirects


@pytest.mark.parametrize(
    "uri",
    [
        "http://app.example/back",
        "http://localhost/back",
        "https://app.example/back#part",
        "https://user@app.example/back",
        "https://*.app.example/back",
        "https:///back",
        "https://app.example;script-src/back",
        "https://app.example,evil.example/",
        "javascript:alert(1)",
        "data:text/html,x",
        "myapp:/back",
        "file:///etc/passwd",
        "/back",
        "https://app.example/ba ck",
        'https://app.example/"><b',
        "https://app.example:99999/",
        "https://\u0430pp.example/",
        "https://" + "a" * 600,
    ],
)
def test_an_address_that_could_hurt_cannot_be_registered(uri: str) -> None:
    assert redirects.fault(uri, confidential=False) is not None


def test_an_app_with_a_secret_has_no_scheme_of_its_own() -> None:
    assert redirects.fault("com.example.app:/back", confidential=False) is None
    assert redirects.fault("com.example.app:/back", confidential=True) is not None
    assert redirects.fault("https://app.example/back?x=1", confidential=True) is None


@pytest.mark.parametrize(
    ("uri", "same"),
    [
        ("http://127.0.0.1:1234/back", True),
        ("http://127.0.0.1:65535/back", True),
        ("http://127.0.0.1/back", True),
        ("http://127.0.0.1:1234/other", False),
        ("http://127.0.0.1:1234/back?x", False),
        ("http://[::1]:1234/back", False),
        ("http://localhost:1234/back", False),
        ("https://127.0.0.1:1234/back", False),
        ("http://127.0.0.1:1234@evil.example/back", False),
        ("http://evil@127.0.0.1:1234/back", False),
        ("http://127.0.0.1.evil.example/back", False),
        ("http://127.0.0.1:notaport/back", False),
    ],
)
def test_of_a_loopback_address_the_port_alone_is_free(uri: str, same: bool) -> None:  # noqa: FBT001 - a column
    assert redirects.matches(uri, "http://127.0.0.1/back") is same
