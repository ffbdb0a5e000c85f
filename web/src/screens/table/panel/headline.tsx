// One sentence that says what to do now, and the time left for it.

import type { Game } from "flipside-client";
import { colorName, words } from "../../../catalogue/catalogue.ts";
import { sentence } from "../../../catalogue/sentences.ts";
import { ClockIcon } from "../../../parts/icons.tsx";
import { ColorSign } from "../../../parts/face.tsx";
import { isUrgent, left, moment } from "../../../texts/times.ts";
import type { Table } from "../state.ts";
import { panelTexts } from "./texts.ts";

export function Headline({ game }: { game: Game; table: Table }) {
  const say = panelTexts();
  const isMine = game.your_turn || game.waiting?.seats.includes(game.your_seat ?? -1) === true;
  return (
    <header class="headline">
      <div>
        <h2>{isMine ? say.yourTurn : game.can_act ? say.yourChoice : whatHappens(game)}</h2>
        {(isMine || game.can_act) && <p>{isTurn(game) && isMine ? <Match game={game} /> : whatHappens(game)}</p>}
      </div>
      <TimeLeft game={game} />
    </header>
  );
}

/** What fits: the color in force and the top card. */
function Match({ game: { view } }: { game: Game }) {
  const say = panelTexts();
  const top = words.value?.card.get(view.discard[0] ?? "");
  if (view.color === null || top === undefined) return <>{words.value?.phases[view.phase]}</>;
  return (
    <>
      {say.match} <ColorSign color={view.color} /> <b>{colorName(view.color)}</b>{" "}
      {top.kind !== "wild" && say.or(top.kind === "number" ? top.symbol.replace("*", "") : say.like(top.name))}
    </>
  );
}

function TimeLeft({ game }: { game: Game }) {
  const say = panelTexts();
  if (game.quarantined) return <p class="time">{say.closed}</p>;
  if (game.view.paused) return <p class="time">{say.paused}</p>;
  if (game.deadline_at === null || game.status !== "running") return null;
  const urgent = game.your_turn && isUrgent(game.deadline_at);
  return (
    <p class={urgent ? "time urgent" : "time"}>
      <b>{urgent && <ClockIcon />} {say.left(left(game.deadline_at))}</b>
      <time dateTime={game.deadline_at}>{moment(game.deadline_at)}</time>
    </p>
  );
}

export function isTurn({ view }: Game): boolean {
  return view.phase === "turn" && view.decision === null;
}

/** What the table waits for, in the service's words. */
export function whatHappens(game: Game): string {
  const { decision, phase } = game.view;
  if (decision === null && phase !== "turn") return words.value?.phases[phase] ?? "";
  const facts = { seat: game.turn, ...decision };
  return sentence(words.value?.decisions[decision?.kind ?? "turn"], facts, game);
}
