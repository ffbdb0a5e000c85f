// "Accept, or challenge?", with what is known.

import { useSignal } from "@preact/signals";
import type { Command, Game } from "flipside-client";
import { cardName, colorName, words } from "../../../catalogue/catalogue.ts";
import { seatName } from "../../../games/names.ts";
import { asksForCard, question } from "../../../moves/moves.ts";
import { Button } from "../../../parts/button.tsx";
import { ColorSign } from "../../../parts/face.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { plural } from "../../../texts/language.ts";
import type { Table } from "../state.ts";
import { labelOf } from "./labels.ts";
import { Picture } from "./picture.tsx";
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
  const { decision } = game.view;
  if (decision === null || (decision.kind !== "challenge" && decision.kind !== "penalty")) return null;
  const by = game.seats.find(({ seat }) => seat === decision.by);
  const name = by === undefined ? "" : seatName(by);
  return (
    <Sheet title={say.challengeTitle} picture={<Picture card={decision.card} />} note={<Known game={game} name={name} />} onClose={onClose}>
      <Tiles label={say.challengeTitle}>
        {commands.map((command) => (
          <Tile key={command.type} class="wide" isPicked={picked.value === command} onPick={() => { picked.value = command; }}>
            <b>{labelOf(command, game)}</b>
            {command.type === "challenge" ? (
              <>
                <strong>{say.ifHeld(name)}</strong>
                <span>{say.heldThen(name)}</span>
                <strong>{say.ifNot}</strong>
                <span>{say.notThen}</span>
                <small>{say.secret(name)}</small>
              </>
            ) : (
              <span>{decision.kind === "penalty" ? plural(decision.total, say.take) : say.acceptNote}</span>
            )}
          </Tile>
        ))}
      </Tiles>
      <Button look="filled" disabled={picked.value === null} onClick={() => { if (picked.value !== null) table.go([picked.value]); }}>
        {picked.value === null ? say.chooseOne : picked.value.type === "challenge" ? say.challenge(name) : labelOf(picked.value, game)}
      </Button>
      {asksForCard(game) && question(commands) === undefined && <Button look="plain" onClick={onClose}>{say.playInstead}</Button>}
    </Sheet>
  );
}

/** The color that was named, and the card beneath, which had to be matched. */
function Known({ game: { view }, name }: { game: Game; name: string }) {
  const say = panelTexts();
  const beneath = view.discard[1];
  const color = beneath === undefined ? null : (words.value?.card.get(beneath)?.color ?? null);
  return (
    <>
      {view.color !== null && (
        <span class="line">{say.named(name)} <ColorSign color={view.color} /> <b>{colorName(view.color)}</b>.</span>
      )}
      {beneath !== undefined && (
        <span class="line">{say.beneath} {color !== null && <ColorSign color={color} />} <b>{cardName(beneath)}</b>.</span>
      )}
    </>
  );
}
