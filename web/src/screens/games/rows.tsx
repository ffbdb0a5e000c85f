// A game in the list. Every row has its height before its cards have come, so that nothing moves when they do.

import type { Game, GameSummary } from "flipside-client";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { rulesetWords, words as catalogue } from "../../catalogue/catalogue.ts";
import { decisionText } from "../../catalogue/decisions.ts";
import { useLook } from "../../games/looks.ts";
import { isMine, isRead } from "../../games/my-games.ts";
import { othersAt, seatName } from "../../games/names.ts";
import { Drawing } from "../../parts/face.tsx";
import { ClockIcon, MoonIcon, NewIcon, SunIcon } from "../../parts/icons.tsx";
import { isMatching, Match } from "../../parts/match.tsx";
import { ago, isUrgent, left, moment, now } from "../../texts/times.ts";
import { words } from "./texts.ts";

export function MyRow({ game }: { game: GameSummary }) {
  const look = useLook(game);
  const isSoon = game.deadline_at !== null && isUrgent(game.deadline_at);
  return (
    <li>
      <Link href={`/games/${game.id}`} class="my-row">
        <Top look={look} hasSide />
        <span class="what">
          <strong class="who">{othersAt(game)}</strong>
          {look === undefined ? <span class="line">{words().yourTurn}</span> : <ToDo game={look} />}
        </span>
        <TimeLeft deadline={game.deadline_at} isSoon={isSoon} />
      </Link>
    </li>
  );
}

export function OthersRow({ game }: { game: GameSummary }) {
  const say = words();
  const [row, isSeen] = useSeen();
  const look = useLook(game, isSeen);
  const cards = look?.view.hand?.length;
  const isPaused = look?.view.paused ?? false;
  const time = isPaused ? say.paused : game.deadline_at === null ? "" : left(game.deadline_at);
  const line = look !== undefined && isPaused ? pause(look) : waiting(game);
  return <Row game={game} row={row} look={look} line={line} time={time} more={cards === undefined ? "" : say.youHold(cards)} />;
}

export function OpenRow({ game }: { game: GameSummary }) {
  const say = words();
  useLook(game, !isRead(game)); // somebody has sat down or left
  const taken = game.seats.length - game.open_seats;
  return (
    <li>
      <Link href={`/games/${game.id}`} class="row">
        <span class="plus"><NewIcon /></span>
        <span class="what">
          <strong class="who">{catalogue.value === undefined ? othersAt(game) : rulesetWords(game)?.title}</strong>
          <span class="line quiet">{say.seats(taken, game.seats.length)}</span>
        </span>
        <strong class="call">{game.open_seats > 0 ? say.invite : say.view}</strong>
      </Link>
    </li>
  );
}

export function FinishedRow({ game, href }: { game: GameSummary; href?: string }) {
  const [row, isSeen] = useSeen();
  const look = useLook(game, isSeen);
  const line = look === undefined ? words().over : outcome(look);
  return <Row game={game} row={row} look={look} line={line} time={ago(game.updated_at)} href={href} />;
}

interface RowProps {
  game: GameSummary;
  row: RefObject<HTMLLIElement>;
  look: Game | undefined;
  line: string;
  time: string;
  more?: string;
  /** Where the row leads, if not to the table. */
  href?: string | undefined;
}

function Row({ game, row, look, line, time, more = "", href = `/games/${game.id}` }: RowProps) {
  return (
    <li ref={row}>
      <Link href={href} class="row">
        <Top look={look} />
        <span class="what">
          <strong class="who">{othersAt(game)}</strong>
          <span class="line quiet">{game.quarantined ? words().checked : line}</span>
        </span>
        <span class="time">
          <span>{time}</span>
          <span class="quiet">{more}</span>
        </span>
      </Link>
    </li>
  );
}

/** The top card of the discard pile on its mat. */
function Top({ look, hasSide = false }: { look: Game | undefined; hasSide?: boolean }) {
  const card = look?.view.discard[0];
  const side = look?.view.side;
  return (
    <span class="top" data-side={side} role="presentation">
      {card !== undefined && <Drawing card={card} level="sign" />}
      {hasSide && side !== undefined && (
        <span class="side" data-side={side}>
          {side === "D" ? <MoonIcon /> : <SunIcon />}
          <span class="visually-hidden">{words().sides[side]}</span>
        </span>
      )}
    </span>
  );
}

/** What I am to do: the decision in the service's words, or what my card has to match and how the hands stand. */
function ToDo({ game }: { game: Game }) {
  if (!isMatching(game.view)) return <span class="line decision">{decisionText(game)}</span>;
  return (
    <>
      <span class="line"><Match view={game.view} isShort /></span>
      <Counts game={game} />
    </>
  );
}

/** How many cards I hold, and who of the others is nearest to the end. A long name is cut, never their number. */
function Counts({ game: { view, seats, your_seat } }: { game: Game }) {
  const say = words();
  const mine = say.cards(view.hand?.length ?? 0);
  const [nearest] = seats
    .filter(({ seat, out, kind }) => seat !== your_seat && !out && kind !== "open")
    .sort((one, other) => one.cards - other.cards);
  const hasCalled = nearest?.cards === 1 && nearest.uno === "safe";
  return (
    <span class="line counts quiet">
      {mine}
      {nearest !== undefined && (
        <> · <span class="name">{seatName(nearest)}</span>{hasCalled ? say.uno : say.has(nearest.cards)}</>
      )}
    </span>
  );
}

function TimeLeft({ deadline, isSoon }: { deadline: string | null; isSoon: boolean }) {
  const say = words();
  if (deadline === null) return <span class="time"><span class="quiet">{say.noClock}</span></span>;
  return (
    <span class={isSoon ? "time urgent" : "time"}>
      <strong>{isSoon && <ClockIcon />}{left(deadline)}</strong>
      <span class={isSoon ? "" : "quiet"}>{isToday(deadline) ? say.by(moment(deadline)) : moment(deadline)}</span>
    </span>
  );
}

function isToday(time: string): boolean {
  return new Date(time).toDateString() === new Date(now.value).toDateString();
}

/** For whom a game waits. */
function waiting(game: GameSummary): string {
  const say = words();
  const seats = game.waiting?.seats ?? [];
  if (game.can_act && !isMine(game)) return say.mayAct;
  if (seats.length > 1) return say.several;
  const seat = game.seats[seats[0] ?? game.turn ?? -1];
  return seat === undefined ? "" : say.toMove(seatName(seat));
}

function pause({ clock }: Game): string {
  const last = clock?.pauses.at(-1);
  const reason = last === undefined ? "" : (catalogue.value?.pause_reasons[last.reason] ?? "");
  return last?.until === null || last === undefined ? reason : words().pausedUntil(reason, moment(last.until));
}

function outcome({ view, seats, your_seat }: Game): string {
  const say = words();
  const winners = view.result?.winners ?? [];
  if (winners.length === 0) return say.ended;
  if (your_seat !== null && winners.includes(your_seat)) return say.won;
  return say.wonBy(winners.flatMap((seat) => seats[seat] ?? []).map(seatName).join(", "));
}

/** Whether an element has been in sight: what it needs is loaded only then. */
function useSeen() {
  const element = useRef<HTMLLIElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null || isSeen) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((one) => one.isIntersecting)) setSeen(true);
    }, { rootMargin: "200px" });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [element, isSeen] as const;
}
