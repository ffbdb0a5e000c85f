// Which cards go, where an effect asks for several, or for none.

import { useSignal } from "@preact/signals";
import type { CardView, Command, Game } from "flipside-client";
import { cardName } from "../../../catalogue/catalogue.ts";
import { cardsOf, question } from "../../../moves/moves.ts";
import { Button } from "../../../parts/button.tsx";
import { Drawing } from "../../../parts/face.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { plural } from "../../../texts/language.ts";
import type { Table } from "../state.ts";
import { labelOf } from "./labels.ts";
import { panelTexts } from "./texts.ts";
import { Tile, Tiles } from "./tiles.tsx";

interface DiscardSheetProps {
  game: Game;
  table: Table;
  commands: readonly Command[];
  onClose: () => void;
}

export function DiscardSheet({ game, table, commands, onClose }: DiscardSheetProps) {
  const say = panelTexts();
  const picked = useSignal<readonly CardView[]>([]);
  const hand = game.view.hand ?? [];
  const possible = commands.filter((command) => isWithin(faces(picked.value), cardsOf(command)));
  const matching = possible.filter((command) => cardsOf(command).length === picked.value.length);
  const count = Math.max(...commands.map((command) => cardsOf(command).length));
  const title = plural(count, say.discardTitle);

  const confirm = () => {
    const [first] = matching;
    if (first === undefined) return;
    const handles = handlesOf(first);
    const named = matching.map((command) => ({ ...command, handles }) as Command);
    if (question(named) === undefined) void table.send(named[0] as Command);
    else table.asked.value = { commands: named, handle: null };
  };
  return (
    <Sheet title={title} onClose={onClose}>
      <Tiles label={title}>
        {hand.map((card) => {
          const isPicked = picked.value.includes(card);
          const next = isPicked ? picked.value.filter((one) => one !== card) : [...picked.value, card];
          const fits = commands.some((command) => isWithin(faces(next), cardsOf(command)));
          return (
            <Tile key={card.handle} class={fits ? "card" : "card unfit"} isPicked={isPicked} onPick={() => { if (fits) picked.value = next; }}>
              <span class="visually-hidden">{cardName(card.card)}</span>
              <Drawing card={card.card} />
            </Tile>
          );
        })}
      </Tiles>
      <Button look="filled" disabled={matching.length === 0} onClick={confirm}>
        {matching[0] === undefined ? say.discard : labelOf(matching[0], game)}
      </Button>
    </Sheet>
  );

  /** The handles of the picked cards, in the order in which the command names them. */
  function handlesOf(command: Command): number[] {
    const left = [...picked.value];
    return cardsOf(command).map((face) => {
      const place = left.findIndex(({ card }) => card === face);
      return left.splice(place, 1)[0]?.handle ?? 0;
    });
  }
}

function faces(cards: readonly CardView[]): string[] {
  return cards.map(({ card }) => card);
}

/** Whether all of these faces are among the others, as often. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((face) => {
    const place = left.indexOf(face);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}
