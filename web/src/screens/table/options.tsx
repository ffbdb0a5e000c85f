// What is special at this table, and the time for a move.

import type { Game, OptionWords } from "flipside-client";
import { Link } from "wouter-preact";
import { words } from "../../catalogue/catalogue.ts";
import { span } from "../../texts/times.ts";
import { tableTexts } from "./texts.ts";

/** What the title of the game says already. */
const TITLED = new Set(["ruleset", "edition"]);

export function Options({ game }: { game: Game }) {
  const say = tableTexts();
  const options = Object.entries(game.options).filter(([name]) => !TITLED.has(name));
  return (
    <section class="table-options">
      <h2>{say.atThisTable}</h2>
      {options.length === 0 && <p>{say.standard}</p>}
      <dl>
        {options.map(([name, value]) => {
          const option = words.value?.options.find((one) => one.name === name);
          return option === undefined ? null : (
            <div key={name}>
              <dt>{option.title}</dt>
              <dd>{valueWords(option, value)}</dd>
            </div>
          );
        })}
        <div>
          <dt>{say.clock}</dt>
          <dd>{clockWords(game)}</dd>
        </div>
      </dl>
      <p><Link href={`/games/${game.id}/rules`}>{say.rules}</Link></p>
    </section>
  );
}

function valueWords(option: OptionWords, value: unknown): string {
  const say = tableTexts();
  const known = option.values.find((one) => one.value === value);
  if (known !== undefined) return known.title;
  if (typeof value === "boolean") return value ? say.on : say.off;
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function clockWords({ clock }: Game): string {
  const preset = words.value?.clocks.find(({ name }) => name === clock?.preset);
  if (preset !== undefined) return preset.title;
  const seconds = clock?.control?.turn ?? clock?.control?.bank ?? null;
  return seconds === null ? tableTexts().noClock : span(seconds * 1000);
}
