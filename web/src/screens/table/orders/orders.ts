// Standing orders at a table: who may leave them.

import type { Game } from "flipside-client";

/** Whether the reader may leave orders at this table. */
export function mayOrder({ options, status, your_seat, seats }: Game): boolean {
  return options.standing_orders === true && status === "running" && your_seat !== null && seats[your_seat]?.resigned === false;
}
