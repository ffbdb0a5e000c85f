// One sentence that says what to do now, and the time left for it.

import type { ComponentChildren } from "preact";
import type { Game } from "flipside-client";
import { useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../../../catalogue/catalogue.ts";
import { decisionText } from "../../../catalogue/decisions.ts";
import { isMine } from "../../../games/my-games.ts";
import { seatName } from "../../../games/names.ts";
import { ClockIcon } from "../../../parts/icons.tsx";
import { isMatching, Match } from "../../../parts/match.tsx";
import { plural } from "../../../texts/language.ts";
import { isUrgent, left, moment } from "../../../texts/times.ts";
import { panelTexts } from "./texts.ts";

export function Headline({ game }: { game: Game }) {
  const header = useRef<HTMLElement>(null);
  const [title, detail] = headlineOf(game);
  useLayoutEffect(() => setSize(header.current));
  return (
    <header class="headline" ref={header}>
      <TimeLeft game={game} />
      <h2>{title}</h2>
      <p>{detail}</p>
    </header>
  );
}

/** Set a text smaller that would take more than the room kept for it, so that nothing below it moves. */
function setSize(header: HTMLElement | null): void {
  if (header === null) return;
  header.classList.remove("long");
  header.classList.toggle("long", header.offsetHeight > Number.parseFloat(getComputedStyle(header).minHeight));
}

/** What to do now, and what is to be known for it. */
function headlineOf(game: Game): [string, ComponentChildren] {
  const say = panelTexts();
  const { view, status, turn, waiting, seats, your_seat, quarantined } = game;
  const { decision, phase } = view;
  const me = seats.find(({ seat }) => seat === your_seat);
  if (quarantined) return [say.closed, say.closedNote];
  if (me?.resigned) return [say.resigned, decisionText(game)];
  if (me?.autopilot) return [say.autopilot, say.autopilotNote];
  if (phase === "round_over") return [words.value?.phases[phase] ?? "", game.can_act ? say.roundNote : ""];
  if (isMine(game)) {
    if (decision !== null) return [titleOf(game), decisionText(game)];
    return [say.yourTurn, isMatching(view) ? <Match view={view} /> : decisionText(game)];
  }
  if (status === "running" && phase === "lobby") return [say.firstRound, ""]; // whoever watches sees rounds that are over
  const mover = (waiting?.seats.length ?? 0) > 1 ? undefined : seats.find(({ seat }) => seat === turn);
  if (mover === undefined) return [decisionText(game), ""];
  const detail = me?.out ? say.out : outOfTurn(game);
  return [say.toMove(seatName(mover)), detail === "" && decision !== null ? decisionText(game) : detail];
}

/** The question that an open decision asks. */
function titleOf({ view: { decision } }: Game): string {
  const say = panelTexts();
  switch (decision?.kind) {
    case "color": return say.whichColor;
    case "challenge": return say.challengeTitle;
    case "penalty": return decision.total > 0 ? plural(decision.total, say.penaltyTitle) : say.penaltyDrawing;
    case "drawn_card": return say.drawnTitle;
    case "discard": return plural(decision.count, say.discardTitle);
    case "give": return say.giveTitle;
    case "help": return say.helpTitle;
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

function TimeLeft({ game: { deadline_at, status, view, quarantined, your_turn } }: { game: Game }) {
  const say = panelTexts();
  if (status !== "running" || quarantined) return null;
  if (view.paused) return <p class="time"><b>{say.paused}</b></p>;
  if (deadline_at === null) return null;
  const urgent = your_turn && isUrgent(deadline_at);
  return (
    <p class={urgent ? "time urgent" : "time"}>
      <b>{urgent && <ClockIcon />} {say.left(left(deadline_at))}</b>
      <time dateTime={deadline_at}>{moment(deadline_at)}</time>
    </p>
  );
}
