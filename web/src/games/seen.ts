// A game as this device has seen it, for lists that read no games.

import type { Game, GameSummary } from "flipside-client";
import { useEffect, useState } from "preact/hooks";
import { recallGame } from "./memory.ts";

/** The game of a row, if it was last seen at the version that the row shows. */
export function useSeen({ id, version }: Pick<GameSummary, "id" | "version">): Game | undefined {
  const [seen, setSeen] = useState<Game | undefined>();
  useEffect(() => {
    void recallGame(id).then(setSeen);
  }, [id, version]);
  return seen?.id === id && seen.version === version ? seen : undefined;
}
