// "Play it, or keep it?": the card just drawn.

import { useSignal } from "@preact/signals";
import type { CardView, Command, Game } from "flipside-client";
import { cardName } from "../../../catalogue/catalogue.ts";
import { movesWith } from "../../../moves/moves.ts";
import { Button } from "../../../parts/button.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import type { Table } from "../state.ts";
import { bareLabel } from "./labels.ts";
import { Picture } from "./picture.tsx";
import { panelTexts } from "./texts.ts";
import { Tile, Tiles } from "./tiles.tsx";
import { UnoSwitch } from "./uno-switch.tsx";

interface DrawnSheetProps {
  game: Game;
  table: Table;
  card: CardView;
  passes: readonly Command[];
  onClose: () => void;
}

export function DrawnSheet({ game, table, card, passes, onClose }: DrawnSheetProps) {
  const say = panelTexts();
  const picked = useSignal<"play" | "keep" | null>(null);
  const moves = movesWith(game, card);
  const commands = picked.value === "play" ? moves : picked.value === "keep" ? passes : [];
  return (
    <Sheet title={say.drawnTitle} picture={<Picture card={card.card} />} note={say.drawnNote(cardName(card.card))} onClose={onClose}>
      <Tiles label={say.drawnTitle}>
        <Tile class="wide" isPicked={picked.value === "play"} onPick={() => { picked.value = "play"; }}>
          <b>{bareLabel(moves, game)}</b>
        </Tile>
        <Tile class="wide" isPicked={picked.value === "keep"} onPick={() => { picked.value = "keep"; }}>
          <b>{bareLabel(passes, game)}</b>
          <small>{say.keepNote}</small>
        </Tile>
      </Tiles>
      <UnoSwitch table={table} commands={commands} />
      <Button look="filled" disabled={picked.value === null} onClick={() => table.go(commands, picked.value === "play" ? [card] : [])}>
        {picked.value === null ? say.chooseOne : bareLabel(commands, game)}
      </Button>
    </Sheet>
  );
}
