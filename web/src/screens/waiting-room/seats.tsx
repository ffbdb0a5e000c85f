// The seats of a table before its match. The host adds bots, at the first free seat, and may remove others.

import type { Game, TableSeat } from "flipside-client";
import { Link } from "wouter-preact";
import { botName, botWords, seatName } from "../../games/names.ts";
import { addBot, freeSeat } from "../../games/tables.ts";
import type { Action } from "../../parts/action.ts";
import { Button } from "../../parts/button.tsx";
import { PersonIcon } from "../../parts/icons.tsx";
import { ReliabilityOf } from "../../parts/reliability.tsx";
import { words } from "./texts.ts";

const BOTS = ["sharp", "random"] as const;

interface SeatsProps {
  game: Game;
  action: Action;
}

export function Seats({ game, action }: SeatsProps) {
  return (
    <ol class="rows seats-of-room">
      {game.seats.map((seat) => <SeatRow key={seat.seat} seat={seat} game={game} action={action} />)}
    </ol>
  );
}

function SeatRow({ seat, game, action }: SeatsProps & { seat: TableSeat }) {
  const say = words();
  const isHost = game.your_seat !== null && game.your_seat === game.host;
  const isYou = seat.seat === game.your_seat;
  const isFree = seat.kind === "open";
  const isFirstFree = game.seats.find(({ kind }) => kind === "open") === seat;
  const tags = [
    seat.kind === "bot" ? botName(seat.bot ?? "") : "",
    isYou ? say.you : "",
    seat.seat === game.host ? say.host : "",
  ].filter((one) => one !== "");
  return (
    <li class={isFree ? "room-seat free" : "room-seat"}>
      <span class="avatar" aria-hidden="true">{isFree ? "" : seat.kind === "bot" ? "◆" : <PersonIcon />}</span>
      <span class="what">
        {seat.kind === "human" && seat.name !== null && seat.name !== undefined ? (
          <Link class="who" href={`/players/${seat.name}`}>{seatName(seat)}</Link>
        ) : (
          <strong class="who">{seatName(seat)}</strong>
        )}
        {tags.length > 0 && <span class="quiet line">{tags.join(" · ")}</span>}
        {typeof seat.player_id === "string" && <span class="quiet line"><ReliabilityOf player={seat.player_id} /></span>}
      </span>
      {isHost && isFree && isFirstFree && (
        <span class="bots-to-add" role="group" aria-label={say.bots}>
          <span class="quiet line" aria-hidden="true">{say.bots}</span>
          {BOTS.map((bot) => (
            <button
              key={bot}
              type="button"
              class="bot-to-add"
              disabled={action.isBusy}
              onClick={() => action.run(() => addBot(game.id, bot, seat.seat))}
            >
              <b>{botName(bot)}</b> <small>{botWords(bot)?.summary}</small>
            </button>
          ))}
        </span>
      )}
      {isHost && !isFree && !isYou && (
        <Button
          look="plain"
          aria-label={say.remove(seatName(seat))}
          disabled={action.isBusy}
          onClick={() => action.run(() => freeSeat(game.id, seat.seat))}
        >
          {say.removeShort}
        </Button>
      )}
    </li>
  );
}
