// One sentence that says what to do now, and the time left for it.

import type { ComponentChildren } from "preact";
import type { Game } from "flipside-client";
import { colorName, words } from "../../../catalogue/catalogue.ts";
import { sentence } from "../../../catalogue/sentences.ts";
import { seatName } from "../../../games/names.ts";
import { ClockIcon } from "../../../parts/icons.tsx";
import { ColorSign } from "../../../parts/face.tsx";
import { plural } from "../../../texts/language.ts";
import { isUrgent, left, moment } from "../../../texts/times.ts";
import type { Table } from "../state.ts";
import { panelTexts } from "./texts.ts";

export function Headline({ game }: { game: Game; table: Table }) {
  const [title, detail] = said(game);
  return (
    <header class="headline">
      <div>
        <h2>{title}</h2>
        <p>{detail}</p>
      </div>
      <TimeLeft game={game} />
    </header>
  );
}

/** What to do now, and what is to be known for it. */
function said(game: Game): [string, ComponentChildren] {
  const say = panelTexts();
  const { view, turn, seats, your_seat, quarantined } = game;
  const { decision, phase } = view;
  const me = seats.find(({ seat }) => seat === your_seat);
  if (quarantined) return [say.closed, say.closedNote];
  if (view.paused) return [say.paused, say.pausedNote];
  if (me?.resigned) return [say.resigned, whatHappens(game)];
  if (me?.autopilot) return [say.autopilot, say.autopilotNote];
  if (phase === "round_over") return [words.value?.phases[phase] ?? "", game.can_act ? say.roundNote : ""];
  if (isMine(game)) {
    if (decision !== null) return [question(game), whatHappens(game)];
    return [say.yourTurn, <Match game={game} />];
  }
  const mover = seats.find(({ seat }) => seat === turn);
  const waitsFor = mover === undefined || decision !== null ? whatHappens(game) : say.toMove(seatName(mover));
  return [waitsFor, me?.out ? say.out : outOfTurn(game)];
}

/** The question that an open decision asks. */
function question({ view: { decision } }: Game): string {
  const say = panelTexts();
  switch (decision?.kind) {
    case "color": return say.whichColor;
    case "challenge": return say.challengeTitle;
    case "penalty": return decision.total > 0 ? plural(decision.total, say.penaltyTitle) : say.penaltyDrawing;
    case "drawn_card": return say.drawnTitle;
    case "discard": return plural(decision.count, say.discardTitle);
    case "give": return say.giveTitle;
    case "help": return say.helpTitle;
    case "spin": return say.spinTitle;
    case "wheel": return say.whichChoice;
    case "race": return say.raceTitle;
    default: return say.yourTurn;
  }
}

/** What a player may do while somebody else is on turn. */
function outOfTurn({ legal_commands }: Game): string {
  const say = panelTexts();
  const may = (type: string) => legal_commands.some((command) => command.type === type);
  if (may("uno")) return say.mayCall;
  if (may("catch")) return say.mayCatch;
  if (may("jump")) return say.mayJump;
  return may("doubt") ? say.mayDoubt : "";
}

/** What fits: the color in force and the top card. */
function Match({ game: { view } }: { game: Game }) {
  const say = panelTexts();
  const top = words.value?.card.get(view.discard[0] ?? "");
  if (view.hand?.every(({ playable }) => playable === false)) return <>{say.nothingFits}</>;
  if (view.color === null || top === undefined) return <>{words.value?.phases[view.phase]}</>;
  const fits = top.kind === "wild" ? "" : top.kind === "number" ? top.symbol.replace("*", "") : top.name;
  return (
    <>
      {say.match} <ColorSign color={view.color} /> <b>{colorName(view.color)}</b>
      {fits !== "" && <> {say.or} <b>{fits}</b></>}
      {say.orWild}
    </>
  );
}

function TimeLeft({ game: { deadline_at, status, view, quarantined, your_turn } }: { game: Game }) {
  const say = panelTexts();
  if (deadline_at === null || status !== "running" || view.paused || quarantined) return null;
  const urgent = your_turn && isUrgent(deadline_at);
  return (
    <p class={urgent ? "time urgent" : "time"}>
      <b>{urgent && <ClockIcon />} {say.left(left(deadline_at))}</b>
      <time dateTime={deadline_at}>{moment(deadline_at)}</time>
    </p>
  );
}

/** Whether the match waits for the reader. */
function isMine({ your_seat, your_turn, waiting }: Game): boolean {
  return your_turn || (your_seat !== null && waiting?.seats.includes(your_seat) === true);
}

/** What the table waits for, in the service's words. */
function whatHappens(game: Game): string {
  const { decision, phase } = game.view;
  if (decision === null && phase !== "turn") return words.value?.phases[phase] ?? "";
  const facts = { seat: game.turn, ...decision };
  return sentence(words.value?.decisions[decision?.kind ?? "turn"], facts, game);
}
