// The buttons below the hand: one filled, which names the move; the others beside it.

import type { CardView, Command, Game } from "flipside-client";
import { useEffect, useRef } from "preact/hooks";
import { asksForCard, canCallUno, movesWith, movesWithoutCard, question } from "../../../moves/moves.ts";
import { dismiss, isOnItsWay } from "../../../moves/outbox.ts";
import { Button } from "../../../parts/button.tsx";
import type { Table } from "../state.ts";
import { decisionSheet } from "./decision-sheet.ts";
import { bareLabel, labelOf } from "./labels.ts";
import { OutcomeNotice } from "./outcome-notice.tsx";
import { panelTexts } from "./texts.ts";
import { UnoSwitch } from "./uno-switch.tsx";

export function Actions({ game, table }: { game: Game; table: Table }) {
  const say = panelTexts();
  if (isOnItsWay(game)) {
    const note = table.opened.isConnected.value ? say.sending : say.kept;
    return <div class="actions"><p class="note" role="status">{note}</p></div>;
  }
  const chosen = game.view.hand?.find(({ handle }) => handle === table.chosen.value);
  const moves = chosen === undefined ? [] : movesWith(game, chosen);
  const sheet = decisionSheet(game);
  const others = movesWithoutCard(game).filter(([first]) => first !== undefined && sheet?.commands.includes(first) !== true);
  const isHandAsked = asksForCard(game) && sheet === undefined;
  const takesBack = game.table_commands.find(({ type }) => type === "take_back" || type === "resume");
  const calls = others.filter(([first]) => first?.type === "uno");
  const rest = others.filter(([first]) => first?.type !== "uno");
  const callsWithCard = sheet === undefined && canCallUno(game.legal_commands);
  const isFirstFilled = moves.length === 0 && sheet === undefined && !isHandAsked;
  return (
    <>
      <OutcomeNotice game={game} table={table} />
      {sheet === undefined && <UnoSwitch table={table} commands={game.legal_commands} />}
      <div class="actions">
        {chosen !== undefined && moves.length > 0 && <Move game={game} table={table} card={chosen} moves={moves} />}
        {moves.length === 0 && sheet !== undefined && (
          <Answer game={game} table={table} />
        )}
        {moves.length === 0 && isHandAsked && <Button look="filled" disabled>{say.choose}</Button>}
        {rest.map((commands, place) => (
          <Other key={commands[0]?.type} game={game} table={table} commands={commands} isFilled={isFirstFilled && place === 0} />
        ))}
        {!callsWithCard && calls.map((commands) => (
          <Other key="uno" game={game} table={table} commands={commands} isFilled={isFirstFilled && rest.length === 0} />
        ))}
        {takesBack !== undefined && <Button look={game.can_act ? "outlined" : "filled"} onClick={() => void table.send(takesBack)}>{labelOf(takesBack, game)}</Button>}
      </div>
    </>
  );
}

/** Opens the sheet of a decision again. It has the focus after the sheet was closed. */
function Answer({ game, table }: { game: Game; table: Table }) {
  const place = useRef<HTMLSpanElement>(null);
  const isClosed = table.closedAt.value === game.version;
  useEffect(() => {
    if (isClosed) place.current?.querySelector("button")?.focus();
  }, [isClosed]);
  const open = () => {
    dismiss(table.id);
    table.closedAt.value = null;
  };
  return (
    <span class="answer" ref={place}>
      <Button look="filled" onClick={open}>{panelTexts().answer}</Button>
    </span>
  );
}

/** What the chosen card does. */
function Move({ game, table, card, moves }: { game: Game; table: Table; card: CardView; moves: readonly Command[] }) {
  return <Button look="filled" onClick={() => table.go(moves, [card])}>{bareLabel(moves, game)}</Button>;
}

interface OtherProps {
  game: Game;
  table: Table;
  commands: readonly Command[];
  isFilled: boolean;
}

function Other({ game, table, commands, isFilled }: OtherProps) {
  const say = panelTexts();
  const [first] = commands;
  if (first === undefined) return null;
  const isShort = first.type === "draw" && !isFilled;
  const label = isShort ? say.draw : question(commands) === undefined ? labelOf(first, game) : say.answer;
  return <Button look={isFilled ? "filled" : "outlined"} onClick={() => table.go(commands)}>{label}</Button>;
}
