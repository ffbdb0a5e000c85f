// The result of the last round: who won it, the points, and what was left in the hands.

import type { Game } from "flipside-client";
import { seatName } from "../../games/names.ts";
import { Hands } from "./hands.tsx";
import { Standings } from "./standings.tsx";
import { words } from "./texts.ts";

export function RoundResult({ game }: { game: Game }) {
  const { last_round } = game.view;
  if (last_round === null) return null;
  return (
    <section class="result">
      <h2>{roundTitle(game)}</h2>
      <Standings game={game} />
      <Hands game={game} />
    </section>
  );
}

function roundTitle({ view, seats, your_seat }: Game): string {
  const say = words();
  const winner = view.last_round?.winner ?? null;
  if (winner === null) return say.roundOver;
  const seat = seats[winner];
  return winner === your_seat || seat === undefined ? say.roundWon : say.roundWonBy(seatName(seat));
}
