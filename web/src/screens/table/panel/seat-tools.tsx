// What can be done to a seat: catch it without a call of UNO.

import type { Game, TableSeat } from "flipside-client";
import { catchOf } from "../../../moves/moves.ts";
import { Button } from "../../../parts/button.tsx";
import type { Table } from "../state.ts";
import { labelOf } from "./labels.ts";

export function SeatTools({ game, table, seat }: { game: Game; table: Table; seat: TableSeat }) {
  const command = catchOf(game, seat.seat);
  if (command === undefined) return null;
  return <Button look="filled" onClick={() => void table.send(command)}>{labelOf(command, game)}</Button>;
}
