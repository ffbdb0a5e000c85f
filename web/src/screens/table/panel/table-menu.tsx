// What concerns the table and is no move: votes, resigning, reminding. Each is asked once more.

import { useSignal } from "@preact/signals";
import type { Command, Game } from "flipside-client";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useAction } from "../../../parts/action.ts";
import { Button } from "../../../parts/button.tsx";
import { MoreIcon } from "../../../parts/icons.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { Trouble } from "../../../parts/state.tsx";
import { client } from "../../../session/session.ts";
import { hasAutomatic } from "../automatic/automatic.ts";
import { automaticTitle } from "../automatic/title.ts";
import { borrowedSeat, mayLend } from "../loan/loan.ts";
import { loanTitle } from "../loan/title.ts";
import { mayOrder } from "../orders/orders.ts";
import { ordersTitle } from "../orders/title.ts";
import type { Table } from "../state.ts";
import { labelOf } from "./labels.ts";
import { type MenuSheet, SheetButton } from "./sheet-button.tsx";
import { panelTexts } from "./texts.ts";

export function TableMenu({ game, table }: { game: Game; table: Table }) {
  const say = panelTexts();
  const isOpen = useSignal(false);
  return (
    <>
      <button type="button" class="tool" aria-label={say.options} onClick={() => { isOpen.value = true; }}>
        <MoreIcon />
      </button>
      {isOpen.value && <Menu game={game} table={table} onClose={() => { isOpen.value = false; }} />}
    </>
  );
}

function Menu({ game, table, onClose }: { game: Game; table: Table; onClose: () => void }) {
  const say = panelTexts();
  const asked = useSignal<Command | null>(null);
  const [Opened, setOpened] = useState<MenuSheet | null>(null);
  const open = (sheet: MenuSheet) => setOpened(() => sheet);
  const isBorrowed = borrowedSeat(game) !== undefined;
  if (Opened !== null) return <Opened game={game} table={table} onClose={onClose} />;
  if (asked.value !== null) {
    const command = asked.value;
    const label = labelOf(command, game);
    return (
      <Sheet title={say.sure(label)} onClose={onClose}>
        <p class="note">{command.type === "resign" ? say.resignNote : command.type === "vote" ? say.voteNote : ""}</p>
        <Button look="filled" onClick={() => { void table.send(command); onClose(); }}>{label}</Button>
        <Button look="plain" onClick={onClose}>{say.cancel}</Button>
      </Sheet>
    );
  }
  return (
    <Sheet title={say.more} onClose={onClose}>
      <Link href={`/games/${game.id}/rules`} class="button outlined">{say.rules}</Link>
      {mayOrder(game) && !isBorrowed && (
        <SheetButton label={ordersTitle().orders} load={() => import("../orders/orders-sheet.tsx")} onOpen={open} />
      )}
      {hasAutomatic(game) && (
        <SheetButton label={automaticTitle().automatic} load={() => import("../automatic/automatic-sheet.tsx")} onOpen={open} />
      )}
      {mayLend(game) && <SheetButton label={loanTitle().lend} load={() => import("../loan/loan-sheet.tsx")} onOpen={open} />}
      {isWaitingForOthers(game) && !isBorrowed && <Nudge game={game} />}
      {game.table_commands.map((command) => (
        <Button key={JSON.stringify(command)} onClick={() => { asked.value = command; }}>{labelOf(command, game)}</Button>
      ))}
      <Button look="plain" onClick={onClose}>{say.close}</Button>
    </Sheet>
  );
}

function Nudge({ game }: { game: Game }) {
  const say = panelTexts();
  const isDone = useSignal(false);
  const action = useAction();
  if (isDone.value) return <p role="status">{say.nudged}</p>;
  const nudge = async () => {
    await client.peek().post("/v1/games/{game_id}/nudge", { path: { game_id: game.id } });
    isDone.value = true;
  };
  return (
    <>
      <Trouble of={action} />
      <Button disabled={action.isBusy} onClick={() => action.run(nudge)}>{say.nudge}</Button>
    </>
  );
}

function isWaitingForOthers({ your_seat, waiting, seats }: Game): boolean {
  return your_seat !== null && waiting !== null && waiting.seats.some((one) => one !== your_seat && seats[one]?.kind === "human");
}
