// The score, round by round: the latest rounds, the one that is played, and the total.

import type { Game } from "flipside-client";
import { seatOrYou } from "../../games/names.ts";
import { endedRound, type Round, useRounds } from "../../games/rounds.ts";
import { roundOf } from "./round-of.ts";
import { tableTexts } from "./texts.ts";

/** More columns than this leave no room for names. */
const MOST = 3;

export function Record({ game }: { game: Game }) {
  const say = tableTexts();
  const { seats, your_seat } = game;
  const rounds = useRounds(game, MOST);
  const isPlayed = endedRound(game) < game.view.round;
  const columns: (Round | null)[] = [...rounds, ...(isPlayed ? [null] : [])].slice(-MOST);
  return (
    <section class="table-record">
      <h2>{say.record}</h2>
      <p class="record-round">{roundOf(game)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{say.player}</span>
              <span aria-hidden="true">{say.roundShort}</span>
            </th>
            {columns.map((round) => {
              const number = round?.number ?? game.view.round;
              return <th scope="col" key={number}><span class="visually-hidden">{say.roundShort} </span>{number}</th>;
            })}
            <th scope="col">{say.total}</th>
          </tr>
        </thead>
        <tbody>
          {seats.map((seat) => (
            <tr key={seat.seat}>
              <th scope="row">{seatOrYou(seat, your_seat)}</th>
              {columns.map((round) => <td key={round?.number}>{round?.points[seat.seat] ?? "–"}</td>)}
              <td><b>{seat.score}</b></td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
