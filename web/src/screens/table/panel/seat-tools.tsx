// What can be done to a seat: catch it without a call of UNO.

import type { Game, TableSeat } from "flipside-client";
import { catchOf } from "../../../moves/moves.ts";
import { waiting } from "../../../moves/outbox.ts";
import type { Table } from "../state.ts";
import { labelOf } from "./labels.ts";
import { panelTexts } from "./texts.ts";

export function SeatTools({ game, table, seat }: { game: Game; table: Table; seat: TableSeat }) {
  const command = catchOf(game, seat.seat);
  if (command === undefined || waiting.value.some((one) => one.game === table.id)) return null;
  return (
    <button type="button" class="catch" aria-label={labelOf(command, game)} onClick={() => void table.send(command)}>
      {panelTexts().catch}
    </button>
  );
}
