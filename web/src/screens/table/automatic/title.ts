// The name of automatic moves, which the menu shows before anything else of them is loaded.

import type { Game } from "flipside-client";
import { texts } from "../../../texts/language.ts";

export const automaticTitle = texts({
  en: { automatic: "Automatic moves" },
  ru: { automatic: "Автоматические ходы" },
  fr: { automatic: "Coups automatiques" },
});

/** Whether the service makes moves for people at this table, and the reader may see some of them. */
export function hasAutomatic({ options, status, your_seat }: Game): boolean {
  const makes = options.forced_moves === true || options.standing_orders === true;
  return makes && (status === "finished" || your_seat !== null);
}
