// The table: waiting room, match and result at one address.

import { useSignal } from "@preact/signals";
import type { Game } from "flipside-client";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { openGame } from "../../games/game.ts";
import { isMine } from "../../games/my-games.ts";
import { othersAt, seatName } from "../../games/names.ts";
import { LogIcon } from "../../parts/icons.tsx";
import { later } from "../../parts/later.tsx";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { AfterFirstMove } from "../../session/after-first-move.tsx";
import { NextGame } from "../games/next-game.tsx";
import { RoundResult } from "../results/round-result.tsx";
import { ClosedTable, isClosed } from "../waiting-room/closed-table.tsx";
import { WaitingRoom } from "../waiting-room/waiting-room.tsx";
import { About } from "./about.tsx";
import { CatchUp } from "./catch-up.tsx";
import { Drawer } from "./drawer.tsx";
import { useGlide } from "./glide.ts";
import { Hand } from "./hand.tsx";
import { Borrowed } from "./loan/borrowed.tsx";
import { Live } from "./live.tsx";
import { Log } from "./log.tsx";
import { Mat } from "./mat.tsx";
import { Notices } from "./notices.tsx";
import { Actions } from "./panel/actions.tsx";
import { Headline } from "./panel/headline.tsx";
import { Sheets } from "./panel/sheets.tsx";
import { TableMenu } from "./panel/table-menu.tsx";
import { roundOf } from "./round-of.ts";
import { Mine, Ways } from "./site-bar.tsx";
import { Table as State } from "./state.ts";
import { isText } from "./text-mode.ts";
import { tableTexts } from "./texts.ts";
import { usePaced } from "./use-paced.ts";
import { useShown } from "./use-shown.ts";
import { VacantSeats } from "./vacant-seats.tsx";
import { isWide } from "./wide.ts";

const MatchResult = later(() => import("../results/match-result.tsx"), true);
const SeriesLine = later(() => import("../results/series-line.tsx"), true);

/** Lines of the log come at most this often, in milliseconds, so that the earlier ones have reached their places. */
const PACE = 400;

export default function Table({ id }: { id: string }) {
  const say = tableTexts();
  const table = useMemo(() => new State(id, openGame(id)), [id]);
  useLayoutEffect(() => table.opened.follow(), [table]);
  const board = useRef<HTMLDivElement>(null);
  const isOpen = useSignal(false);
  const game = useShown(table, board, MatchResult);
  const refusal = table.opened.refusal.value;
  if (game === undefined) return <Before table={table} />;
  if (game.status === "lobby") return <WaitingRoom game={game} />;
  if (isClosed(game)) return <ClosedTable game={game} />;
  const names = othersAt(game);
  const isOver = game.status !== "running";
  const tools = (
    <>
      {isWide.value ? <Mine game={game} /> : (
        <button type="button" class="tool" aria-label={say.log} onClick={() => { isOpen.value = true; }}><LogIcon /></button>
      )}
      <TableMenu game={game} table={table} />
    </>
  );
  return (
    <Page
      title={names}
      back="/"
      hasBrand={isWide.value}
      bar={isWide.value ? <Ways game={game} /> : <Bar game={game} />}
      tools={tools}
      side={game.view.side}
    >
      <h1 class="visually-hidden">{say.table(game.seats.map(seatName).join(", "))}</h1>
      {isWide.value && <aside class="beside about" aria-label={say.atThisTable}><About game={game} /></aside>}
      {/* When the match ends the board is laid anew, with room for the result: nothing moves to where it was not. */}
      <div class={`board${isText.value ? " in-text" : ""}`} ref={board} key={isOver ? "over" : "running"}>
        <div class="board-top">
          {refusal !== undefined && <Refusal refusal={refusal} />}
          <Notices game={game} table={table} />
          {game.series !== null && !isOver && <SeriesLine game={game} />}
          <VacantSeats game={game} />
          <Borrowed game={game} />
        </div>
        <div class="mat-area">
          <Mat game={game} table={table} />
          <CatchUp game={game} table={table} />
          <RoundResult game={game} />
          {!isMine(game) && <AfterFirstMove />}
        </div>
        <section class={game.your_seat === null || isOver ? "panel" : "panel seated"} data-version={game.version} aria-label={say.panel}>
          {isOver && <MatchResult game={game} />}
          <Headline game={game} />
          <Hand game={game} table={table} />
          <div class="panel-actions">
            <Actions game={game} table={table} />
            <NextGame current={game.id} />
          </div>
        </section>
      </div>
      {isWide.value && (
        <Happened game={game} table={table} />
      )}
      <Sheets game={game} table={table} />
      {isOpen.value && !isWide.value && <Drawer game={game} table={table} onClose={() => { isOpen.value = false; }} />}
      <Live game={game} table={table} />
    </Page>
  );
}

/** Until the service has answered, or why there is nothing to see. */
function Before({ table }: { table: State }) {
  const say = tableTexts();
  const refusal = table.opened.refusal.value;
  const isConnected = table.opened.isConnected.value;
  return (
    <Page title="" back="/">
      {refusal !== undefined ? <Refusal refusal={refusal} /> : <p role="status">{isConnected ? say.loading : say.unreachable}</p>}
    </Page>
  );
}

/** The log, beside the table. */
function Happened({ game, table }: { game: Game; table: State }) {
  const column = useRef<HTMLElement>(null);
  const newest = Math.min(table.opened.entries.value.at(-1)?.seq ?? 0, game.version);
  const shown = usePaced(newest, PACE);
  useGlide(() => column.current?.querySelector<HTMLElement>("ol"), String(shown));
  return (
    <aside class="beside happened" aria-labelledby="log" ref={column}>
      <h2 id="log">{tableTexts().log}</h2>
      <Log game={game} table={table} newest={shown} />
    </aside>
  );
}

/** Who plays what: the bar of the table on a phone. */
function Bar({ game }: { game: Game }) {
  return (
    <p class="table-bar">
      <b>{othersAt(game)}</b>
      <span>{roundOf(game)}</span>
    </p>
  );
}
