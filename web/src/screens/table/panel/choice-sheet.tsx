// A sheet that asks for one thing after the other until one command is left: a seat, a color, what the wheel takes.

import { useSignal } from "@preact/signals";
import type { Command, Game } from "flipside-client";
import { cardName, colorName } from "../../../catalogue/catalogue.ts";
import { seatName } from "../../../games/names.ts";
import { answers, type Answer, cardsOf, type Member, narrowed, question, settled, withHandle } from "../../../moves/moves.ts";
import { Button } from "../../../parts/button.tsx";
import { ColorSign, Drawing } from "../../../parts/face.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { plural } from "../../../texts/language.ts";
import type { Asked, Table } from "../state.ts";
import { colorsHeld } from "./held.ts";
import { labelOf } from "./labels.ts";
import { panelTexts } from "./texts.ts";
import { Tile, Tiles } from "./tiles.tsx";

interface ChoiceSheetProps {
  game: Game;
  table: Table;
  asked: Asked;
  onClose: () => void;
}

export function ChoiceSheet({ game, table, asked, onClose }: ChoiceSheetProps) {
  const say = panelTexts();
  const left = useSignal<readonly Command[]>(asked.commands);
  const picked = useSignal<Answer | undefined>(undefined);
  const member = question(left.value);
  if (member === undefined) return null;
  const card = game.view.hand?.find(({ handle }) => handle === asked.handle);
  const shown = card?.card ?? cardsOf(left.value[0] as Command)[0];
  const rest = picked.value === undefined ? [] : narrowed(left.value, member, picked.value);
  const command = picked.value === undefined ? undefined : settled(rest, table.callsUno.value);

  const confirm = () => {
    if (command !== undefined) void table.send(card === undefined ? command : withHandle(command, card));
    else left.value = rest;
    picked.value = undefined;
  };
  return (
    <Sheet title={titleOf(member)} picture={shown === undefined ? undefined : <Picture card={shown} />} onClose={onClose}>
      {member === "color" && <p class="note">{say.colorNote}</p>}
      <Tiles label={titleOf(member)}>
        {answers(left.value, member).map((answer) => (
          <Tile
            key={String(answer)}
            class={isColor(member, answer) ? `of-${answer}` : ""}
            isPicked={picked.value === answer}
            onPick={() => { picked.value = answer; }}
          >
            {isColor(member, answer) && <ColorSign color={String(answer)} />}
            <b>{nameOf(member, answer, game)}</b>
            <small>{noteOf(member, answer, game)}</small>
          </Tile>
        ))}
      </Tiles>
      <Button look="filled" disabled={picked.value === undefined} onClick={confirm}>
        {command === undefined ? say.confirm : fullLabel(command, game)}
      </Button>
      <Button look="plain" onClick={onClose}>{asked.handle === null ? say.close : say.other}</Button>
    </Sheet>
  );

  function titleOf(one: Member): string {
    return { to: say.whoGets, target: say.whichSeat, dump: say.whichDump, color: say.whichColor, choice: say.whichChoice }[one];
  }

  /** The button names the choice: "Play Wild: green". */
  function fullLabel(one: Command, at: Game): string {
    const label = labelOf(one, at);
    return one.type === "play" && member !== undefined && picked.value !== undefined
      ? `${label}: ${nameOf(member, picked.value, at)}`
      : label;
  }

  function noteOf(one: Member, answer: Answer, at: Game): string {
    if (one === "to" || one === "target") {
      const seat = at.seats.find(({ seat }) => seat === answer);
      return seat === undefined ? "" : plural(seat.cards, say.cards);
    }
    return isColor(one, answer) ? plural(colorsHeld(at, String(answer)), say.held(colorsHeld(at, String(answer)))) : "";
  }
}

function Picture({ card }: { card: string }) {
  return (
    <span class="sheet-card">
      <span class="visually-hidden">{cardName(card)}</span>
      <Drawing card={card} />
    </span>
  );
}

function isColor(member: Member, answer: Answer): boolean {
  return (member === "color" || member === "dump" || member === "choice") && typeof answer === "string" && /^[A-Za-z]$/.test(answer);
}

function nameOf(member: Member, answer: Answer, { seats }: Game): string {
  if (member === "to" || member === "target") {
    const found = seats.find(({ seat }) => seat === answer);
    return found === undefined ? "" : seatName(found);
  }
  return isColor(member, answer) ? colorName(String(answer)) : String(answer ?? "—");
}
