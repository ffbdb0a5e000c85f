// The mat: the side that is up, the direction, the seats and the piles.

import type { Game } from "flipside-client";
import { words } from "../../catalogue/catalogue.ts";
import { ClockwiseIcon, CounterclockwiseIcon, MoonIcon, SunIcon } from "../../parts/icons.tsx";
import { Piles } from "./piles.tsx";
import { Seats } from "./seats.tsx";
import type { Table } from "./state.ts";

export function Mat({ game, table }: { game: Game; table: Table }) {
  const { side, direction, draw_pile } = game.view;
  const hasSides = draw_pile.top_back !== null || side === "D" || game.ruleset === "flip";
  return (
    <div class="mat">
      <p class="mat-state">
        {hasSides && (
          <span class="side-sign">
            {side === "D" ? <MoonIcon /> : <SunIcon />}
            <b>{words.value?.sides[side]}</b>
          </span>
        )}
        <span class="direction">
          {direction === 1 ? <ClockwiseIcon /> : <CounterclockwiseIcon />}
          <b>{words.value?.directions[direction]}</b>
        </span>
      </p>
      <Seats game={game} table={table} />
      <Piles game={game} table={table} />
    </div>
  );
}
