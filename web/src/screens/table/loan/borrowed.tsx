// A seat that is lent: whose it is and until when, for both who play it, and the way back for the one who has borrowed it.

import type { Game } from "flipside-client";
import { useLocation } from "wouter-preact";
import { seatName } from "../../../games/names.ts";
import { useAction } from "../../../parts/action.ts";
import { Button } from "../../../parts/button.tsx";
import { Trouble } from "../../../parts/state.tsx";
import { client } from "../../../session/session.ts";
import { moment } from "../../../texts/times.ts";
import { borrowedSeat, LOAN_PATH, lentUntil } from "./loan.ts";
import { loanTitle } from "./title.ts";

export function Borrowed({ game }: { game: Game }) {
  const say = loanTitle();
  const action = useAction();
  const [, go] = useLocation();
  const mine = game.your_seat === null ? undefined : game.seats[game.your_seat];
  const until = mine === undefined || game.status !== "running" ? null : lentUntil(mine);
  if (mine === undefined || until === null) return null;
  if (borrowedSeat(game) === undefined) return <div class="notices" role="status"><p>{say.lent(moment(until))}</p></div>;
  const giveBack = async () => {
    await client.peek().delete(LOAN_PATH, { path: { game_id: game.id, seat: String(mine.seat) } });
    go("/");
  };
  return (
    <div class="notices">
      <Trouble of={action} />
      <div class="vacant-seat">
        <span>{say.borrowed(seatName(mine), moment(until))}</span>
        <Button look="outlined" disabled={action.isBusy} onClick={() => action.run(giveBack)}>{say.giveBack}</Button>
      </div>
    </div>
  );
}
