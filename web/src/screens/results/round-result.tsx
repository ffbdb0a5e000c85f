// The result of the last round: who won it, the points, and what was left in the hands.

import type { Game } from "flipside-client";
import { seatName } from "../../games/names.ts";
import { cardOfRound, type ShareCard } from "../../share-card/card.ts";
import { publicGame } from "../../share-card/public-view.ts";
import { ShareButton } from "../../share-card/share-button.tsx";
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
      <div class="after">
        <ShareButton game={game} read={() => readCard(game)} link={`${location.origin}/replays/${game.id}?version=${game.version}`} look="plain" />
      </div>
      <Hands game={game} />
    </section>
  );
}

/** What a picture of the round shows, once everybody may see the round. */
async function readCard(game: Game): Promise<ShareCard | null> {
  const shown = await publicGame(game);
  const isShown = shown?.view.phase === "round_over" && shown.view.round === game.view.round;
  return isShown ? cardOfRound(shown, roundTitle({ ...shown, your_seat: null })) : null;
}

function roundTitle({ view, seats, your_seat }: Game): string {
  const say = words();
  const winner = view.last_round?.winner ?? null;
  if (winner === null) return say.roundOver;
  const seat = seats[winner];
  return winner === your_seat || seat === undefined ? say.roundWon : say.roundWonBy(seatName(seat));
}
