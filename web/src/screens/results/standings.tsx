// Who has how many points, best first: of a match round by round, otherwise of the last round.

import type { Game, TableSeat } from "flipside-client";
import { seatOrYou } from "../../games/names.ts";
import { useRounds } from "../../games/rounds.ts";
import { words } from "./texts.ts";

/** More columns than this do not fit; on a phone only the last `ON_PHONES` do. */
const [MOST, ON_PHONES] = [6, 2];

export function Standings({ game }: { game: Game }) {
  const say = words();
  const { last_round, round, result } = game.view;
  const hasPlaces = result !== null && result.winners.length > 0;
  const isOfMatch = result !== null && round > 1;
  const rounds = useRounds(game, isOfMatch ? MOST : 1);
  const place = (at: number) => (at < rounds.length - ON_PHONES ? "number earlier" : "number");
  return (
    <table class="standings">
      <caption class="visually-hidden">{say.standings}</caption>
      <thead>
        <tr>
          {hasPlaces && <th scope="col">{say.place}</th>}
          <th scope="col">{say.player}</th>
          {rounds.map(({ number }, at) => (
            <th scope="col" class={place(at)} key={number}>{isOfMatch ? say.round(number) : say.thisRound}</th>
          ))}
          <th scope="col" class="number">{say.total}</th>
        </tr>
      </thead>
      <tbody>
        {order(game).map((seat) => (
          <tr key={seat.seat} class={seat.seat === game.your_seat ? "you" : ""}>
            {hasPlaces && <td>{result.ranks[seat.seat]}</td>}
            <th scope="row">
              {seatOrYou(seat, game.your_seat)}
              {isWinner(game, seat) && <>{" "}<span class="winner">{say.winner}</span></>}
              {seat.team !== null && <span class="team">{say.team(seat.team)}</span>}
            </th>
            {rounds.map(({ number, points }, at) => <td class={place(at)} key={number}>{gain(points[seat.seat] ?? 0)}</td>)}
            <td class="number"><strong>{last_round?.totals[seat.seat] ?? seat.score}</strong></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isWinner({ view }: Game, { seat }: TableSeat): boolean {
  return view.result === null ? view.last_round?.winner === seat : view.result.winners.includes(seat);
}

/** By rank at the end; before it in the order of the seats, for points are good or bad as the rules say. */
function order({ seats, view: { result } }: Game): TableSeat[] {
  const rank = ({ seat }: TableSeat) => result?.ranks[seat] ?? 0;
  return seats.filter(({ kind }) => kind !== "open").sort((one, other) => rank(one) - rank(other));
}

function gain(points: number): string {
  return points > 0 ? `+${points}` : "–";
}
