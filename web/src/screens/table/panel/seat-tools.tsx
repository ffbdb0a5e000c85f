// What can be done to a seat: catch it without a call of UNO.

import type { Game, TableSeat } from "flipside-client";
import { catchOf } from "../../../moves/moves.ts";
import { isOnItsWay } from "../../../moves/outbox.ts";
import type { Table } from "../state.ts";
import { labelOf } from "./labels.ts";
import { panelTexts } from "./texts.ts";

export function SeatTools({ game, table, seat }: { game: Game; table: Table; seat: TableSeat }) {
  const command = catchOf(game, seat.seat);
  if (command === undefined || isOnItsWay(game)) return null;
  return (
    <button type="button" class="catch" aria-label={labelOf(command, game)} onClick={() => void table.send(command)}>
      {panelTexts().catch}
    </button>
  );
}
