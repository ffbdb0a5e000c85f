// "Accept, or challenge?", with what is known.

import { useSignal } from "@preact/signals";
import type { Command, Game } from "flipside-client";
import { colorName } from "../../../catalogue/catalogue.ts";
import { seatName } from "../../../games/names.ts";
import { Button } from "../../../parts/button.tsx";
import { ColorSign, Drawing } from "../../../parts/face.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import type { Table } from "../state.ts";
import { whatHappens } from "./headline.tsx";
import { labelOf } from "./labels.ts";
import { panelTexts } from "./texts.ts";
import { Tile, Tiles } from "./tiles.tsx";

interface ChallengeSheetProps {
  game: Game;
  table: Table;
  commands: readonly Command[];
  onClose: () => void;
}

export function ChallengeSheet({ game, table, commands, onClose }: ChallengeSheetProps) {
  const say = panelTexts();
  const picked = useSignal<Command | null>(null);
  const { decision, color } = game.view;
  if (decision === null || decision.kind !== "challenge") return null;
  const by = game.seats.find(({ seat }) => seat === decision.by);
  const name = by === undefined ? "" : seatName(by);
  return (
    <Sheet title={say.challengeTitle} picture={<span class="sheet-card"><Drawing card={decision.card} /></span>} onClose={onClose}>
      <p class="note">
        {whatHappens(game)}
        {color !== null && <> {say.namedNow(name)} <ColorSign color={color} /> <b>{colorName(color)}</b>.</>}
      </p>
      <Tiles label={say.challengeTitle}>
        {commands.map((command) => (
          <Tile
            key={JSON.stringify(command)}
            class="wide"
            isPicked={picked.value === command}
            onPick={() => { picked.value = command; }}
          >
            <b>{labelOf(command, game)}</b>
            {command.type === "accept" && <small>{say.acceptNote}</small>}
            {command.type === "challenge" && (
              <small>{say.challengeNote(name)} {say.challengeNote2} {say.challengeSecret(name)}</small>
            )}
          </Tile>
        ))}
      </Tiles>
      <Button look="filled" disabled={picked.value === null} onClick={() => { if (picked.value !== null) void table.send(picked.value); }}>
        {picked.value === null ? say.answer : labelOf(picked.value, game)}
      </Button>
    </Sheet>
  );
}
