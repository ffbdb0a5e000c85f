// A table before its match: who sits there, who is invited, and the start.

import type { Game } from "flipside-client";
import { Link, useLocation } from "wouter-preact";
import { rulesetWords, words as catalogue } from "../../catalogue/catalogue.ts";
import { seatName } from "../../games/names.ts";
import { addBot, freeSeat, startMatch, takeSeat } from "../../games/tables.ts";
import { type Action, useAction } from "../../parts/action.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { Trouble } from "../../parts/state.tsx";
import { session, signInAsGuest } from "../../session/session.ts";
import { moment } from "../../texts/times.ts";
import { Invitations } from "./invitations.tsx";
import { Seats } from "./seats.tsx";
import { words } from "./texts.ts";

export function WaitingRoom({ game }: { game: Game }) {
  const say = words();
  const action = useAction();
  const title = game.open_seats > 0 ? say.open(game.open_seats) : say.full;
  const isSeated = game.your_seat !== null;
  return (
    <Page title={say.title} back="/" bar={<TableName game={game} />}>
      <div class="waiting-room">
        <h1 aria-live="polite">{title}</h1>
        <Facts game={game} />
        <Trouble of={action} />
        <Seats game={game} action={action} />
        <Next game={game} action={action} />
        {isSeated && game.open_seats > 0 && <Invitations game={game} />}
        {isSeated && <Leave game={game} action={action} />}
      </div>
    </Page>
  );
}

function TableName({ game }: { game: Game }) {
  return <strong>{rulesetWords(game)?.title}</strong>;
}

function Facts({ game }: { game: Game }) {
  const say = words();
  const clock = catalogue.value?.clocks.find(({ name }) => name === game.clock?.preset);
  const facts = [
    game.clock === null ? say.noClock : (clock?.title ?? ""),
    game.private ? say.privateTable : say.publicTable,
    game.min_reliability === null ? "" : say.minReliability(game.min_reliability),
    game.closes_at === null ? "" : say.closes(moment(game.closes_at)),
  ].filter((one) => one !== "");
  return (
    <p class="facts">
      <span class="quiet">{facts.join(" · ")}</span> <Link href={`/games/${game.id}/rules`}>{say.rules}</Link>
      {game.origin !== null && <span class="branch">{say.branch}</span>}
    </p>
  );
}

/** What this person can do now for the match to begin. */
function Next({ game, action }: { game: Game; action: Action }) {
  const say = words();
  const host = game.host === null ? undefined : game.seats[game.host];
  const hostName = host === undefined ? "" : seatName(host);
  if (game.your_seat === null) {
    const sit = async () => {
      if (session.value === null) await signInAsGuest();
      await takeSeat(game.id);
    };
    return (
      <div class="next">
        {game.open_seats > 0 && <Button look="filled" disabled={action.isBusy} onClick={() => action.run(sit)}>{say.sit}</Button>}
        <p class="quiet">{game.open_seats > 0 ? say.waits(hostName) : say.fullForOthers(hostName)}</p>
      </div>
    );
  }
  if (game.host !== game.your_seat) {
    return <p class="quiet">{game.open_seats > 0 ? say.waits(hostName) : say.fullForOthers(hostName)}</p>;
  }
  const fill = async () => {
    for (let left = game.open_seats; left > 0; left--) await addBot(game.id, "sharp");
    await startMatch(game.id);
  };
  return (
    <div class="next">
      {game.open_seats === 0 ? (
        <Button look="filled" disabled={action.isBusy} onClick={() => action.run(() => startMatch(game.id))}>{say.start}</Button>
      ) : (
        <>
          <Button disabled={action.isBusy} onClick={() => action.run(fill)}>{say.fill}</Button>
          <p class="quiet">{say.hostStarts}</p>
        </>
      )}
    </div>
  );
}

function Leave({ game, action }: { game: Game; action: Action }) {
  const [, go] = useLocation();
  const leave = async () => {
    if (game.your_seat !== null) await freeSeat(game.id, game.your_seat);
    go("/");
  };
  return <p class="buttons"><Button look="plain" disabled={action.isBusy} onClick={() => action.run(leave)}>{words().leave}</Button></p>;
}
