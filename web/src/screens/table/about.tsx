// What stands beside a table: the record, the cards, the options. A column on wide windows, else part of the drawer.

import type { Game } from "flipside-client";
import { Legend } from "./legend.tsx";
import { Options } from "./options.tsx";
import { Record } from "./record.tsx";
import { chooseText, isText } from "./text-mode.ts";
import { tableTexts } from "./texts.ts";

export function About({ game }: { game: Game }) {
  const say = tableTexts();
  return (
    <>
      {game.status !== "lobby" && <Record game={game} />}
      <Legend game={game} />
      <Options game={game} />
      <label class="text-mode">
        <input type="checkbox" role="switch" checked={isText.value} onChange={(event) => chooseText(event.currentTarget.checked)} />
        {say.textMode}
      </label>
      {game.your_seat !== null && <p class="shortcuts">{say.shortcuts}</p>}
    </>
  );
}
