"""The table's layout: nothing leaves its column, and nothing jumps while a match is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import expect

from devtools.web_people import Api, deal, guest, play, position, sit
from tests.browser.chromium import DESK, PHONE
from tests.browser.web.people import PRESS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from tests.browser.web.conftest import Windows

pytestmark = pytest.mark.browser

SMALL: Final = (360, 740)
WIDE: Final = (1440, 900)
LONG_NAME: Final = "Wolfeschlegelstein"
FULL: Final = (
    "L cw t=A; A: R5 R7; B: x/p1 x/p2 x/p3 x/p4 x/t1 x/t2 x/o1 x/o2 x/v1 x/w; C: x/p5 x/p6 x/p7 x/t5 x/t6 x/t7 x/v5;"
    " D: x/p1 x/p2 x/p3 x/p4 x/p5 x/p6 x/p7 x/p8 x/p9 x/pR x/t1 x/t2 x/t3 x/t4 x/t5 x/t6 x/t7 x/t8 x/t9 x/tR x/o1 x/o2"
    " x/o3 x/o4 x/o5 x/o6 x/o7 x/o8 x/o9 x/oR x/v1 x/v2 x/v3 x/v4 x/v5 x/v6 x/v7 x/v8 x/v9 x/vR x/w x/w;"
    " E: x/w; F: x/o8; G: x/t9; H: x/p8; I: x/o9 x/v8; J: x/p9; dr: x3; di: R9"
)
"""Ten seats: a tally of five colors, seven chips, and a tally of five colors with two digits each but the wilds."""
FEW: Final = (
    "L cw t=A; A: R5 R7; B: x/p1 x/p2 x/p3 x/p4 x/t1 x/t2 x/o1 x/o2 x/v1 x/w x/v2;"
    " C: x/p1 x/p2 x/p3 x/p4 x/t1 x/t2 x/o1 x/o2 x/v1 x/w x/v2 x/o3 x/o4 x/t3 x/t4; D: x/p5; dr: x3; di: R9"
)
"""Four seats, two of which hold more than two rows of five."""
OUTSIDE: Final = """() => [...document.querySelectorAll('.seat')].flatMap(seat => {
  const { left, right } = seat.getBoundingClientRect();
  return [...seat.querySelectorAll('.seat-head > *, .chip .drawing, .tally, .tally-color')].flatMap(part => {
    const box = part.getBoundingClientRect();
    const isOutside = box.width > 0 && (box.left < left - .5 || box.right > right + .5);
    return isOutside ? [`${part.className.baseVal ?? part.className} ${Math.round(box.right - right)}`] : [];
  });
})"""
SHIFTS: Final = """() => {
  window.shifts = [];
  window.presses = [];
  const isAnswer = one => window.presses.some(at => at <= one.startTime && one.startTime < at + 500);
  const placeOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const nameOf = ({ node, previousRect: from, currentRect: to }) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return `${element?.tagName} ${element?.getAttribute('class')} ${placeOf(from)} > ${placeOf(to)}`;
  };
  const stateOf = () => {
    const version = document.querySelector('.panel')?.dataset.version;
    const isOver = document.querySelector('.panel.seated') === null;
    return `version ${version}${isOver ? ', over' : ''}: ${document.querySelector('.panel h2')?.textContent}`;
  };
  new PerformanceObserver(list => {
    for (const one of list.getEntries()) {
      if (!isAnswer(one)) window.shifts.push([one.startTime, one.value, stateOf(), ...one.sources.map(nameOf)]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}"""
PRESS_AND_NOTE: Final = f"""() => {{
  const pressed = ({PRESS})();
  if (pressed) window.presses.push(performance.now());
  return pressed;
}}"""
"""Browsers do not count shifts within 500 ms of an input. A press by a script is none to them, so it is noted."""
# Nobody presses anything before the cards lie still; Chromium counts a change of a hand that is still on its way.
ARRIVED: Final = "document.querySelector('.gliding') === null"
MOST_SHIFT: Final = 0.1
"""What counts as a good cumulative layout shift: the sum of the worst burst, as browsers report it."""
PAUSE: Final = 1_000
"""Milliseconds without a shift that end a burst."""
BURST: Final = 5_000
"""Milliseconds that a burst lasts at most."""
TWO_FRAMES: Final = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
LONGEST_MATCH: Final = 600
"""Taps of a match."""


@pytest.mark.parametrize("start", [FULL, FEW], ids=["ten seats", "four seats"])
@pytest.mark.parametrize("size", [SMALL, PHONE, (768, 1024), WIDE])
def test_no_name_chip_or_tally_leaves_its_seat(windows: Windows, start: str, size: tuple[int, int]) -> None:
    def look(page: Page) -> Any:
        maker = guest(Api(page.request, windows.service))
        ann, long = maker.ask("POST", "/sandbox/players", {"players": [{}, {}]})["players"]
        long_one = maker.as_(long["token"])
        long_one.ask("PATCH", "/me", {"name": f"{LONG_NAME}{long['id'][:6]}"})
        seats = start.count(":") - 2
        game = position(maker, start, [ann["id"], long["id"], *[None] * (seats - 2)])
        sit(page, maker.as_(ann["token"]), game)
        expect(page.locator(".seat")).to_have_count(seats - 1)
        expect(page.locator(".seat use").first).to_be_attached()
        return page.evaluate(OUTSIDE)

    assert windows.run(look, size) == []


@pytest.mark.parametrize("size", [SMALL, PHONE, DESK])
def test_nothing_jumps_while_a_match_is_played(windows: Windows, size: tuple[int, int]) -> None:
    def look(page: Page) -> list[Any]:
        me = guest(Api(page.request, windows.service))
        options = {"ruleset": "flip", "scoring": "single_round"}
        game = me.ask("POST", "/games", {"seats": 4, "private": True, "clock": "none", "options": options})["game"][
            "id"
        ]
        for _ in range(3):
            me.ask("POST", f"/games/{game}/bots", {"bot": "sharp"})
        me.ask("POST", f"/games/{game}/start", {})
        sit(page, me, game)
        expect(page.locator(".hand-card").first).to_be_visible()
        page.evaluate(SHIFTS)
        for _ in range(LONGEST_MATCH):
            pressed = page.wait_for_function(
                f"() => document.querySelector('.result') !== null || ({ARRIVED} && ({PRESS_AND_NOTE})())"
            ).json_value()
            if pressed is True:
                break
        expect(page.locator(".result")).to_be_visible()
        return page.evaluate("window.shifts")

    shifts = windows.run(look, size)
    windows.complaints[:] = [said for said in windows.complaints if "409" not in said]  # a bot was quicker
    worst = max(bursts(shifts), key=total, default=[])
    assert total(worst) < MOST_SHIFT, described(worst)


@pytest.mark.parametrize(("size", "language"), [(PHONE, "en"), (DESK, "en"), (PHONE, "fr"), (SMALL, "ru")])
def test_nothing_jumps_when_the_code_and_the_answers_of_a_result_are_late(
    windows: Windows, size: tuple[int, int], language: str
) -> None:
    """Here a match ends by somebody else's move, so that no shift follows a press."""
    held: dict[str, list[Route]] = {"**/match-result-*.js": [], "**/rematch": []}

    def look(page: Page) -> tuple[list[Any], dict[str, float], dict[str, float]]:
        ann, bob = (guest(Api(page.request, windows.service)) for _ in range(2))
        game = deal([ann, bob])
        for address in list(held):
            page.route(address, hold(address))
        sit(page, ann, game)
        expect(page.locator(".hand-card").first).to_be_visible()
        page.evaluate(SHIFTS)
        with page.expect_response(lambda one: one.url.endswith(f"/v1/games/{game}")):
            play(bob, game, {"type": "resign"})
        page.evaluate(TWO_FRAMES)
        release("**/match-result-*.js")
        expect(page.locator(".result .after")).to_be_visible()
        before = page.locator(".result .after").bounding_box()
        release("**/rematch")
        expect(page.locator(".again .button").first).to_be_visible()
        page.evaluate(TWO_FRAMES)
        after = page.locator(".result .after").bounding_box()
        return page.evaluate("window.shifts"), before, after  # type: ignore[return-value]

    def hold(address: str) -> Callable[[Route], None]:
        def take(route: Route) -> None:
            if address in held:
                held[address].append(route)
            else:
                route.continue_()

        return take

    def release(address: str) -> None:
        for route in held.pop(address):
            route.continue_()

    shifts, before, after = windows.run(look, size, language=language, service_workers="block")
    worst = max(bursts(shifts), key=total, default=[])
    assert total(worst) < MOST_SHIFT, described(worst)
    assert before == after


def bursts(shifts: list[Any]) -> list[list[Any]]:
    """Return the shifts in bursts, in the order of time."""
    found: list[list[Any]] = []
    for shift in shifts:
        if not found or shift[0] - found[-1][-1][0] >= PAUSE or shift[0] - found[-1][0][0] >= BURST:
            found.append([])
        found[-1].append(shift)
    return found


def described(burst: list[Any]) -> str:
    """Return what moved in a burst, and when, in lines."""
    return "\n".join(
        f"{value:.3f} after {at:.0f} ms, {state}" + "".join(f"\n    {source}" for source in sources)
        for at, value, state, *sources in burst
    )


def total(burst: list[Any]) -> float:
    return sum(shift[1] for shift in burst)
