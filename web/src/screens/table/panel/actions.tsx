// The buttons below the hand: one filled, which names the move; the others beside it.

import type { CardView, Command, Game } from "flipside-client";
import { canCallUno, movesWith, movesWithoutCard, question, settled, withHandle } from "../../../moves/moves.ts";
import { dismiss, outcomes, waiting } from "../../../moves/outbox.ts";
import { Button } from "../../../parts/button.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { isTurn } from "./headline.tsx";
import { labelOf } from "./labels.ts";
import { decisionOf } from "./sheets.tsx";
import { panelTexts } from "./texts.ts";
import type { Table } from "../state.ts";

export function Actions({ game, table }: { game: Game; table: Table }) {
  const say = panelTexts();
  if (waiting.value.some((one) => one.game === table.id)) return <p class="note" role="status">{say.sending}</p>;
  const card = game.view.hand?.find(({ handle }) => handle === table.chosen.value);
  const others = movesWithoutCard(game);
  const needsAnswer = decisionOf(game) !== undefined;
  return (
    <div class="actions">
      <Outcome table={table} />
      {card !== undefined && <WithCard game={game} table={table} card={card} />}
      {card === undefined && needsAnswer && (
        <Button look="filled" onClick={() => { table.closedAt.value = null; }}>{say.answer}</Button>
      )}
      {card === undefined && !needsAnswer && isTurn(game) && game.your_turn && (
        <Button look="filled" disabled>{say.choose}</Button>
      )}
      {others.map((commands) => (
        <Other key={commands[0]?.type} game={game} table={table} commands={commands} />
      ))}
    </div>
  );
}

/** What the chosen card does. */
function WithCard({ game, table, card }: { game: Game; table: Table; card: CardView }) {
  const say = panelTexts();
  const moves = movesWith(game, card);
  const [first] = moves;
  if (first === undefined) return null;
  const go = () => {
    const command = settled(moves, table.callsUno.value);
    if (command !== undefined) void table.send(withHandle(command, card));
    else table.asked.value = { commands: moves, handle: card.handle };
  };
  return (
    <>
      {canCallUno(moves) && (
        <label class="uno-switch">
          <input
            type="checkbox"
            role="switch"
            checked={table.callsUno.value}
            onChange={(event) => { table.callsUno.value = event.currentTarget.checked; }}
          />
          {say.callUno}
        </label>
      )}
      <Button look="filled" onClick={go}>{labelOf(question(moves) === undefined ? first : bare(first), game)}</Button>
    </>
  );
}

function Other({ game, table, commands }: { game: Game; table: Table; commands: readonly Command[] }) {
  const [first] = commands;
  if (first === undefined || question(commands) !== undefined) return null; // asked in a sheet
  const go = () => {
    const command = settled(commands, table.callsUno.value);
    if (command !== undefined) void table.send(command);
  };
  return <Button onClick={go}>{labelOf(first, game)}</Button>;
}

/** What became of the last move, if it did not come to the table as it was sent. */
function Outcome({ table }: { table: Table }) {
  const say = panelTexts();
  const outcome = outcomes.value.get(table.id);
  if (outcome === undefined || outcome.type === "accepted") return null;
  return (
    <div class="outcome">
      {outcome.type === "refused" ? <Refusal refusal={outcome.refusal} /> : <p role="alert">{say.overtaken}</p>}
      <Button look="plain" onClick={() => dismiss(table.id)}>{say.dismiss}</Button>
    </div>
  );
}

/** A command without what is still to be chosen, for its label. */
function bare(command: Command): Command {
  return { ...command, color: null, target: null, to: null } as unknown as Command;
}
