// The log and what else stands beside a table, where there is no room for columns.

import type { Game } from "flipside-client";
import { useEffect, useRef } from "preact/hooks";
import { About } from "./about.tsx";
import { CloseIcon } from "./icons.tsx";
import { Log } from "./log.tsx";
import type { Table } from "./state.ts";
import { tableTexts } from "./texts.ts";

export function Drawer({ game, table, onClose }: { game: Game; table: Table; onClose: () => void }) {
  const say = tableTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      class="drawer"
      ref={dialog}
      aria-labelledby="drawer"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div class="drawer-body">
        <header>
          <h2 id="drawer">{say.log}</h2>
          <button type="button" class="tool" aria-label={say.close} onClick={close}><CloseIcon /></button>
        </header>
        <Log game={game} table={table} />
        <About game={game} />
      </div>
    </dialog>
  );
}
