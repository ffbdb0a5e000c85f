// The score of a series, and what comes next.

import type { Game, Series } from "flipside-client";
import { useEffect, useRef } from "preact/hooks";
import { myGames } from "../../games/my-games.ts";
import { seatName, seatOrYou } from "../../games/names.ts";
import { PATIENCE, stopSeries } from "../../games/rematches.ts";
import { useAction } from "../../parts/action.ts";
import { type Answered, useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { Trouble } from "../../parts/state.tsx";
import { moment } from "../../texts/times.ts";
import { words } from "./again-texts.ts";

/** On the result of a match. */
export function SeriesScore({ game, found }: { game: Game; found: Answered<Series | undefined> }) {
  const say = words();
  const action = useAction();
  const series = found.value;
  const isWaiting = series?.state === "running";
  useMatches(game.series, found.reload);
  useEffect(() => {
    if (!isWaiting) return undefined; // no stream tells that somebody has stopped the series
    const timer = setInterval(found.reload, PATIENCE);
    return () => clearInterval(timer);
  }, [isWaiting, found.reload]);
  if (series === undefined) return game.series === null ? null : <div class="series" aria-busy="true" />;
  const stop = () => action.run(async () => found.put(await stopSeries(series.id)));
  return (
    <section class="series">
      <p><strong><Score game={game} series={series} /></strong></p>
      <p role="status">{outcome(game, series)}</p>
      <Trouble of={action} />
      {isWaiting && game.your_seat !== null && (
        <p class="buttons"><Button look="plain" disabled={action.isBusy} onClick={stop}>{say.stop}</Button></p>
      )}
    </section>
  );
}

/** Ask again when the stream of my games tells that a match of the series began or ended. */
function useMatches(series: string | null, reload: () => void) {
  const matches = [...(myGames.value?.values() ?? [])].filter((one) => one.series === series);
  const told = matches.map(({ id, status }) => `${id} ${status}`).sort().join();
  const known = useRef(told);
  useEffect(() => {
    if (known.current === told) return;
    known.current = told;
    if (series !== null) reload();
  }, [told, series, reload]);
}

/** The series of a game; undefined if it belongs to none, and until it is there. */
export function useSeries(game: Game) {
  return useAnswer<Series | undefined>(
    async (client, signal) =>
      game.series === null ? undefined : client.get("/v1/series/{series_id}", { path: { series_id: game.series }, signal }),
    `series ${game.series} ${game.status}`,
  );
}

/** Who has won how many matches. */
export function Score({ game, series }: { game: Game; series: Series }) {
  const say = words();
  const won = series.standings.map((one) => say.score(seatOrYou(one, game.your_seat), one.wins)).join(" · ");
  return <>{say.bestOf(series.best_of)}: {won}</>;
}

function outcome(game: Game, series: Series): string {
  const say = words();
  if (series.cause === "decided") {
    const winners = series.standings.filter(({ seat }) => series.winners.includes(seat));
    return say.won(winners.map((one) => (one.seat === game.your_seat ? seatOrYou(one, game.your_seat) : seatName(one))).join(", "));
  }
  if (series.cause === "stopped") return say.stopped;
  if (series.cause === "aborted") return say.aborted;
  return series.next_at === null ? say.nextSoon : say.nextAt(moment(series.next_at));
}
