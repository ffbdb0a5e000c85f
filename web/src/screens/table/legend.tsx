// The cards of this side that do something, in the words of the rules.

import type { Game, Rules } from "flipside-client";
import { words } from "../../catalogue/catalogue.ts";
import { Drawing } from "../../parts/face.tsx";
import { tableTexts } from "./texts.ts";

export function Legend({ game, rules }: { game: Game; rules: Rules | undefined }) {
  const cards = words.value?.cards.filter(({ side, kind }) => side === game.view.side && kind !== "number") ?? [];
  const shown = rules?.sections.flatMap(({ paragraphs }) => paragraphs).flatMap(({ anchor, text }) => {
    const card = cards.find(({ symbol }) => anchor === `card-${symbol.replace("+", "plus")}`);
    const [name, effect] = split(text, card?.kind === "wild");
    return card === undefined || effect === undefined ? [] : [{ card: card.card, name, effect }];
  });
  if (shown === undefined || shown.length === 0) return null;
  return (
    <section class="legend">
      <h2>{tableTexts().cardsOfSide}</h2>
      <ul>
        {shown.map(({ card, name, effect }) => (
          <li key={card}>
            <Drawing card={card} level="chip" />
            <span>
              <b>{name}</b> {effect}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * A paragraph about a card begins with its name and symbol: `Reverse (R): The direction of play turns around.` That a
 * wild may be laid on anything comes first and goes without saying.
 */
function split(text: string, isWild: boolean): [string, string | undefined] {
  const [, name, effect] = /^(.+?)(?: \([^)]*\))?\s?: (.+)$/s.exec(text) ?? [];
  const sentences = effect?.split(/(?<=\.) /) ?? [];
  return [name ?? "", (isWild ? sentences[1] : undefined) ?? sentences[0]];
}
