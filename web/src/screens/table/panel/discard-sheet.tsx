// Which cards go, where an effect asks for several, or for none.

import { useSignal } from "@preact/signals";
import type { CardView, Command, Game } from "flipside-client";
import { cardName } from "../../../catalogue/catalogue.ts";
import { cardsOf, discardsOf, discardsWith } from "../../../moves/moves.ts";
import { Button } from "../../../parts/button.tsx";
import { Drawing } from "../../../parts/face.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { plural } from "../../../texts/language.ts";
import type { Table } from "../state.ts";
import { bareLabel } from "./labels.ts";
import { panelTexts } from "./texts.ts";
import { Tile, Tiles } from "./tiles.tsx";
import { UnoSwitch } from "./uno-switch.tsx";

interface DiscardSheetProps {
  game: Game;
  table: Table;
  commands: readonly Command[];
  onClose: () => void;
}

export function DiscardSheet({ game, table, commands, onClose }: DiscardSheetProps) {
  const say = panelTexts();
  const picked = useSignal<readonly CardView[]>([]);
  const matching = discardsOf(commands, faces(picked.value));
  const count = Math.max(...commands.map((command) => cardsOf(command).length));
  const title = plural(count, say.discardTitle);
  return (
    <Sheet title={title} note={say.picked(picked.value.length, count)} onClose={onClose}>
      <Tiles label={title}>
        {(game.view.hand ?? []).map((card) => {
          const isPicked = picked.value.includes(card);
          const next = isPicked ? picked.value.filter((one) => one !== card) : [...picked.value, card];
          const fits = discardsWith(commands, faces(next)).length > 0;
          return (
            <Tile
              key={card.handle}
              class={fits ? "card" : "card unfit"}
              isPicked={isPicked}
              isDisabled={!fits}
              onPick={() => { picked.value = next; }}
            >
              <span class="visually-hidden">{cardName(card.card)}</span>
              <Drawing card={card.card} />
            </Tile>
          );
        })}
      </Tiles>
      <UnoSwitch table={table} commands={matching} />
      <Button look="filled" disabled={matching.length === 0} onClick={() => table.go(matching, picked.value)}>
        {matching.length === 0 ? say.choose : count > 3 && picked.value.length > 3 ? say.discard : bareLabel(matching, game)}
      </Button>
    </Sheet>
  );
}

function faces(cards: readonly CardView[]): string[] {
  return cards.map(({ card }) => card);
}
