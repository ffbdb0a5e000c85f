// Whether UNO is called with the move. It starts switched off: forgetting is part of the game.

import type { Command } from "flipside-client";
import { canCallUno } from "../../../moves/moves.ts";
import type { Table } from "../state.ts";
import { panelTexts } from "./texts.ts";

export function UnoSwitch({ table, commands }: { table: Table; commands: readonly Command[] }) {
  if (!canCallUno(commands)) return null;
  return (
    <label class="uno-switch">
      <input
        type="checkbox"
        role="switch"
        checked={table.callsUno.value}
        onChange={(event) => { table.callsUno.value = event.currentTarget.checked; }}
      />
      {panelTexts().callUno}
    </label>
  );
}
