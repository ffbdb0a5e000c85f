// The score, round by round as far as the service tells it: the last round and the total.

import type { Game } from "flipside-client";
import { seatName } from "../../games/names.ts";
import { roundOf } from "./round-of.ts";
import { tableTexts } from "./texts.ts";

export function Record({ game }: { game: Game }) {
  const say = tableTexts();
  const { seats, your_seat, view } = game;
  const last = view.last_round;
  return (
    <section class="table-record">
      <h2>{say.record}</h2>
      <p class="record-round">{roundOf(game)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{say.player}</th>
            {last !== null && <th scope="col">{say.last}</th>}
            <th scope="col">{say.total}</th>
          </tr>
        </thead>
        <tbody>
          {seats.map((seat) => (
            <tr key={seat.seat}>
              <th scope="row">{seat.seat === your_seat ? say.you : seatName(seat)}</th>
              {last !== null && <td>{last.points[seat.seat]}</td>}
              <td><b>{seat.score}</b></td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
