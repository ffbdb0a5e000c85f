// What stands beside a table: the record, the cards, the options. A column on wide windows, else part of the drawer.

import type { Game } from "flipside-client";
import { Legend } from "./legend.tsx";
import { Options } from "./options.tsx";
import { Record } from "./record.tsx";
import { chooseText, isText } from "./text-mode.ts";
import { tableTexts } from "./texts.ts";
import { useRules } from "./use-rules.ts";

export function About({ game }: { game: Game }) {
  const say = tableTexts();
  const rules = useRules(game.id);
  return (
    <>
      <Record game={game} />
      {/* What stands below the cards is laid anew when there are others: nothing moves to where it was not. */}
      <div key={`${game.view.side} ${rules === undefined}`}>
        <Legend game={game} rules={rules} />
        <Options game={game} />
        <label class="text-mode">
          <input type="checkbox" role="switch" checked={isText.value} onChange={(event) => chooseText(event.currentTarget.checked)} />
          {say.textMode}
        </label>
        {game.your_seat !== null && <p class="shortcuts">{say.shortcuts}</p>}
      </div>
    </>
  );
}
