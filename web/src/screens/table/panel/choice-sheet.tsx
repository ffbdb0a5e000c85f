// A sheet that asks for one thing after the other until one command is left: a seat, a color, what the wheel takes.

import { useSignal } from "@preact/signals";
import type { Command, Game } from "flipside-client";
import { cardName, colorName, words } from "../../../catalogue/catalogue.ts";
import { seatName } from "../../../games/names.ts";
import { type Answer, answers, cardsOf, type Member, narrowed, question, settled, withHandles } from "../../../moves/moves.ts";
import { Button } from "../../../parts/button.tsx";
import { ColorSign } from "../../../parts/face.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { plural } from "../../../texts/language.ts";
import type { Asked, Table } from "../state.ts";
import { colorsHeld, numbersHeld } from "./held.ts";
import { bareLabel, labelOf } from "./labels.ts";
import { Picture } from "./picture.tsx";
import { panelTexts } from "./texts.ts";
import { Tile, Tiles } from "./tiles.tsx";
import { UnoSwitch } from "./uno-switch.tsx";

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
  const [first] = left.value;
  if (member === undefined || first === undefined) return null;
  const card = asked.cards[0]?.card ?? cardsOf(first)[0];
  const rest = picked.value === undefined ? [] : narrowed(left.value, member, picked.value);
  const command = picked.value === undefined ? undefined : settled(rest, table.callsUno.value);
  const title = titleOf(member);

  const confirm = () => {
    if (command !== undefined) void table.send(withHandles(command, asked.cards));
    else left.value = rest;
    picked.value = undefined;
  };
  return (
    <Sheet title={title} picture={card === undefined ? undefined : <Picture card={card} />} note={note()} onClose={onClose}>
      <Tiles label={title} isSmall={answers(left.value, member).length > 6}>
        {answers(left.value, member).map((answer) => (
          <Tile
            key={String(answer)}
            class={isColor(answer) ? `of-${answer}` : ""}
            isPicked={picked.value === answer}
            onPick={() => { picked.value = answer; }}
          >
            {isColor(answer) && <ColorSign color={String(answer)} />}
            <b>{nameOf(member, answer)}</b>
            <span>{consequenceOf(member, answer)}</span>
          </Tile>
        ))}
      </Tiles>
      {question(rest) === undefined && <UnoSwitch table={table} commands={rest.length > 0 ? rest : left.value} />}
      <Button look="filled" disabled={picked.value === undefined} onClick={confirm}>
        {picked.value === undefined ? say.chooseOne : confirmLabel(member, picked.value)}
      </Button>
      {asked.cards.length > 0 && <Button look="plain" onClick={onClose}>{say.other}</Button>}
    </Sheet>
  );

  function titleOf(one: Member): string {
    return { to: say.whoGets, target: say.whichSeat, dump: say.whichDump, color: say.whichColor, choice: say.whichChoice }[one];
  }

  function note(): string {
    const { decision } = game.view;
    if (card !== undefined && member === "color") return say.colorNote(cardName(card));
    if (card !== undefined) return bareLabel(left.value, game);
    if (decision?.kind === "color") return words.value?.color_reasons[decision.reason] ?? "";
    return decision?.kind === "wheel" ? (words.value?.sectors[decision.sector] ?? "") : "";
  }

  /** The button names the choice: "Play Wild: green". */
  function confirmLabel(one: Member, answer: Answer): string {
    if (command === undefined) return say.next(nameOf(one, answer));
    const named = first?.type === "color" || first?.type === "wheel" || first?.type === "give";
    return named ? labelOf(command, game) : `${bareLabel(left.value, game)}: ${nameOf(one, answer)}`;
  }

  function nameOf(one: Member, answer: Answer): string {
    if (one === "to" || one === "target") {
      const found = game.seats.find(({ seat }) => seat === answer);
      return found === undefined ? say.nobody : seatName(found);
    }
    return answer === null ? say.none : isColor(answer) ? colorName(String(answer)) : String(answer);
  }

  function consequenceOf(one: Member, answer: Answer): string {
    if (answer === null) return "";
    if (one === "to" || one === "target") {
      return plural(game.seats.find(({ seat }) => seat === answer)?.cards ?? 0, say.cards);
    }
    return say.held(isColor(answer) ? colorsHeld(game, String(answer)) : numbersHeld(game, String(answer)));
  }
}

function isColor(answer: Answer): boolean {
  return typeof answer === "string" && words.value?.color.has(answer) === true;
}
