// Tells what happens to those who do not see it: the only live region of the moves.

import type { Game } from "flipside-client";
import { useRef } from "preact/hooks";
import { eventText, isTold } from "../../catalogue/events.ts";
import type { Table } from "./state.ts";
import { tableTexts } from "./texts.ts";

export function Live({ game, table }: { game: Game; table: Table }) {
  const say = tableTexts();
  const heard = useRef({ version: game.version, from: game.version });
  const { entries } = table.opened;
  if (game.version > heard.current.version) {
    heard.current = { version: game.version, from: heard.current.version };
  }
  const { version, from } = heard.current;
  const text = [
    ...entries.value
      .filter((one) => one.seq > from && one.seq <= version && isTold(one))
      .map(({ event }) => (event.type === "flipped" ? say.turnedOver : eventText(event, game))),
    from < version && game.your_turn ? say.yourTurn : "",
  ].join(" ");
  return <p class="visually-hidden" aria-live="polite">{text}</p>;
}
