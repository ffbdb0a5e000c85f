// The score of a series above a running match.

import type { Game } from "flipside-client";
import { Score, useSeries } from "./series-score.tsx";

export default function SeriesLine({ game }: { game: Game }) {
  const { value } = useSeries(game);
  return value === undefined ? null : <p class="series-line"><Score game={game} series={value} /></p>;
}
