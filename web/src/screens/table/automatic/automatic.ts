// Automatic moves at a table: who may see some.

import type { Game } from "flipside-client";

/** Whether the service makes moves for people at this table, and the reader may see some of them. */
export function hasAutomatic({ options, status, your_seat }: Game): boolean {
  const makes = options.forced_moves === true || options.standing_orders === true;
  return makes && (status === "finished" || your_seat !== null);
}
