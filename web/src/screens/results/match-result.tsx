// The result of a match, and what comes after it: replay, check, share, play again.

import { type Game, Refused } from "flipside-client";
import { useLocation } from "wouter-preact";
import { words as catalogue } from "../../catalogue/catalogue.ts";
import { seatName } from "../../games/names.ts";
import { openWithBots, sameTable } from "../../games/tables.ts";
import { useAction } from "../../parts/action.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Trouble } from "../../parts/state.tsx";
import { client, session } from "../../session/session.ts";
import { cardOfMatch, type ShareCard } from "../../share-card/card.ts";
import { publicGame } from "../../share-card/public-view.ts";
import { ShareButton } from "../../share-card/share-button.tsx";
import { Again } from "./again.tsx";
import { Hands } from "./hands.tsx";
import { SeriesScore, useSeries } from "./series-score.tsx";
import { Standings } from "./standings.tsx";
import { words } from "./texts.ts";

export default function MatchResult({ game }: { game: Game }) {
  const say = words();
  const { result } = game.view;
  const series = useSeries(game);
  if (result === null) return null;
  return (
    <section class="result">
      <h2>{matchTitle(game)}</h2>
      <p class="quiet">{catalogue.value?.match_causes[result.cause]}</p>
      <Standings game={game} />
      <SeriesScore game={game} found={series} />
      <PlayAgain game={game} isInSeries={game.series !== null && series.value?.state !== "over"} />
      <div class="after">
        <LinkButton href={`/replays/${game.id}`}>{say.replay}</LinkButton>
        <LinkButton href={`/audit/${game.id}`}>{say.audit}</LinkButton>
        <LinkButton href={`/replays/${game.id}?branch`} look="plain">{say.branch}</LinkButton>
        <LinkButton href={`/games/${game.id}/rules`} look="plain">{say.rules}</LinkButton>
        <ShareButton game={game} read={() => readCard(game)} link={`${location.origin}/replays/${game.id}`} look="plain" />
        <LinkButton href="/" look="plain">{say.games}</LinkButton>
      </div>
      <Hands game={game} />
    </section>
  );
}

/** A rematch; for those who look on, a table of their own. The next match of a series that runs needs no offer. */
function PlayAgain({ game, isInSeries }: { game: Game; isInSeries: boolean }) {
  const say = words();
  const action = useAction();
  const [, go] = useLocation();
  const newTable = async () => go(`/games/${await openSameTable(game)}`);
  if (session.value === null) return null;
  if (game.your_seat !== null) return <Again game={game} isInSeries={isInSeries} onNewTable={newTable} />;
  return (
    <div class="again">
      <Trouble of={action} />
      <Button look="filled" disabled={action.isBusy} onClick={() => action.run(newTable)}>{say.again}</Button>
      <p class="quiet">{say.againHint}</p>
    </div>
  );
}

/** Open a table with the same settings and bots, and invite the same people. Returns its id. */
async function openSameTable(game: Game): Promise<string> {
  const others = game.seats.filter(({ seat }) => seat !== game.your_seat);
  const bots = others.flatMap(({ kind, bot }) => (kind === "bot" ? [bot ?? "sharp"] : []));
  const id = await openWithBots(sameTable(game), bots);
  for (const { kind, name } of others) {
    if (kind !== "bot" && typeof name === "string") await invite(id, name);
  }
  return id;
}

/** Whoever cannot be invited now can be in the waiting room. */
async function invite(id: string, player: string): Promise<void> {
  try {
    await client.peek().post("/v1/games/{game_id}/invitations", { path: { game_id: id }, body: { player } });
  } catch (error) {
    if (!(error instanceof Refused || error instanceof TypeError)) throw error;
  }
}

/** What a picture of the result shows. It speaks of the winner by name, for it is not for the winner. */
async function readCard(game: Game): Promise<ShareCard | null> {
  const shown = await publicGame(game);
  return shown?.view.result == null ? null : cardOfMatch(shown, matchTitle({ ...shown, your_seat: null }));
}

function matchTitle({ view: { result }, seats, your_seat }: Game): string {
  const say = words();
  const winners = (result?.winners ?? []).flatMap((seat) => seats[seat] ?? []);
  const [first] = winners;
  if (first === undefined) return say.noWinner;
  const isMine = winners.some(({ seat }) => seat === your_seat);
  const team = winners.length > 1 && winners.every((one) => one.team === first.team) ? first.team : null;
  if (team !== null) return isMine ? say.teamWon : say.wonByTeam(team);
  if (isMine) return winners.length > 1 ? say.wonTogether : say.won;
  return say.wonBy(winners.map(seatName).join(", "));
}
