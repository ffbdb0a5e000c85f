// "Accept, or challenge?", with what is known and what follows from each answer.

import { useSignal } from "@preact/signals";
import type { Command, Game, TableSeat } from "flipside-client";
import { Link } from "wouter-preact";
import { cardName, colorName } from "../../../catalogue/catalogue.ts";
import { list } from "../../../catalogue/sentences.ts";
import { seatName } from "../../../games/names.ts";
import { asksForCard, question } from "../../../moves/moves.ts";
import { Button } from "../../../parts/button.tsx";
import { ColorSign } from "../../../parts/face.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { plural } from "../../../texts/language.ts";
import { Backs } from "../backs.tsx";
import type { Table } from "../state.ts";
import { tableTexts } from "../texts.ts";
import { labelOf } from "./labels.ts";
import { Picture } from "./picture.tsx";
import { panelTexts } from "./texts.ts";
import { Tile, Tiles } from "./tiles.tsx";

/** The paragraph of the rules about challenges. */
const RULE = "challenge";

type Decision = Extract<Game["view"]["decision"], { kind: "challenge" | "penalty" }>;

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
    <Sheet title={say.challengeTitle} picture={<Picture card={decision.card} />} note={<Known game={game} decision={decision} name={name} />} onClose={onClose}>
      {by !== undefined && <Holds seat={by} />}
      <Tiles label={say.challengeTitle}>
        {commands.map((command) => (
          <Tile key={command.type} class="wide" isPicked={picked.value === command} onPick={() => { picked.value = command; }}>
            <b>{labelOf(command, game)}</b>
            {command.type === "challenge" ? (
              <IfChallenged game={game} decision={decision} name={name} />
            ) : (
              <span>{say.youDraw(stake(game, decision, 0))}</span>
            )}
          </Tile>
        ))}
      </Tiles>
      <p class="rule"><Link href={`/games/${game.id}/rules#${RULE}`}>{tableTexts().rule}</Link></p>
      <Button look="filled" disabled={picked.value === null} onClick={() => { if (picked.value !== null) table.go([picked.value]); }}>
        {picked.value === null ? say.chooseOne : picked.value.type === "challenge" ? say.challenge(name) : labelOf(picked.value, game)}
      </Button>
      {asksForCard(game) && question(commands) === undefined && <Button look="plain" onClick={onClose}>{say.playInstead}</Button>}
    </Sheet>
  );
}

/** The color that was named, and the one before it, which had to be matched. */
function Known({ game: { view }, decision: { color_before }, name }: { game: Game; decision: Decision; name: string }) {
  const say = panelTexts();
  const [before, inForce] = say.before;
  return (
    <>
      {view.color !== null && (
        <span class="line">{say.named(name)} <ColorSign color={view.color} /> <b>{colorName(view.color)}</b>.</span>
      )}
      {color_before !== null && (
        <span class="line">{before} <ColorSign color={color_before} /> <b>{colorName(color_before)}</b>{inForce}</span>
      )}
    </>
  );
}

/** More backs than this close up. */
const ROW = 5;

/** How many cards the player holds who would be challenged, and their backs where they are seen. */
function Holds({ seat }: { seat: TableSeat }) {
  const say = tableTexts();
  const cards = seat.fronts ?? seat.backs;
  return (
    <p class="holds">
      <span>{seatName(seat)}: {say.cards(seat.cards)}</span>
      {cards !== null && cards.length > 0 && (
        <span class="visually-hidden">{(seat.fronts === undefined ? say.backs : say.fronts)(list(cards.map(cardName)))}</span>
      )}
      <Backs cards={cards} count={seat.cards} isCrowded={seat.cards > ROW} />
    </p>
  );
}

function IfChallenged({ game, decision, name }: { game: Game; decision: Decision; name: string }) {
  const say = panelTexts();
  const color = decision.color_before;
  return (
    <>
      {color === null ? <strong>{say.ifBluffed(name)}</strong> : (
        <strong>{say.ifHeld(name)} <ColorSign color={color} /> {colorName(color)}</strong>
      )}
      <span>{say.theyDraw(name, stake(game, decision, 0))}</span>
      <strong>{say.ifNot}</strong>
      <span>{say.youDraw(stake(game, decision, decision.extra))}</span>
      <small>{say.secret(name)}</small>
    </>
  );
}

/** What is drawn: cards, or cards until one has the color in force, or both. */
function stake({ view: { color } }: Game, { total, draws_color }: Decision, extra: number): string {
  const say = panelTexts();
  const count = plural(total + extra, say.drawn);
  if (!draws_color || color === null) return count;
  return say.until(total + extra === 0 ? null : count, colorName(color));
}
