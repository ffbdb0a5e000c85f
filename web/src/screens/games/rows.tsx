// A game in the list.

import type { GameSummary, Seat } from "flipside-client";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { rulesetWords, words as catalogue } from "../../catalogue/catalogue.ts";
import { decisionText } from "../../catalogue/decisions.ts";
import { isMine } from "../../games/my-games.ts";
import { othersAt, seatName } from "../../games/names.ts";
import { useSeen } from "../../games/seen.ts";
import { Drawing } from "../../parts/face.tsx";
import { ClockIcon, MoonIcon, NewIcon, SunIcon } from "../../parts/icons.tsx";
import { isMatching, Match } from "../../parts/match.tsx";
import { ago, isUrgent, left, moment, now } from "../../texts/times.ts";
import { useWay } from "./selected.ts";
import { words } from "./texts.ts";

export function MyRow({ game }: { game: GameSummary }) {
  const isSoon = game.deadline_at !== null && isUrgent(game.deadline_at);
  return (
    <li>
      <Link {...useWay(game)} class="my-row">
        <Top game={game} hasSide />
        <span class="what">
          <strong class="who">{othersAt(game)}</strong>
          <ToDo game={game} />
        </span>
        <TimeLeft deadline={game.deadline_at} isSoon={isSoon} />
      </Link>
    </li>
  );
}

export function OthersRow({ game }: { game: GameSummary }) {
  const say = words();
  const cards = game.table?.cards[game.your_seat ?? -1];
  const isPaused = game.table?.paused ?? false;
  const time = isPaused ? say.paused : game.deadline_at === null ? "" : left(game.deadline_at);
  const line = isPaused ? (catalogue.value?.pause_reasons.mutual ?? "") : waiting(game);
  return <Row game={game} line={line} time={time} more={cards === undefined ? "" : say.youHold(cards)} />;
}

export function OpenRow({ game }: { game: GameSummary }) {
  const say = words();
  const taken = game.seats.length - game.open_seats;
  return (
    <li>
      <Link {...useWay(game)} class="row">
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
  // A table that was closed before its match has nothing to replay.
  return <Row game={game} line={outcome(game)} time={ago(game.updated_at)} href={game.table === null ? `/games/${game.id}` : href} />;
}

interface RowProps {
  game: GameSummary;
  line: string;
  time: string;
  more?: string;
  /** Where the row leads, if it is not one of the list of games. */
  href?: string | undefined;
}

function Row({ game, line, time, more = "", href }: RowProps) {
  const way = useWay(game);
  return (
    <li>
      <Link {...(href === undefined ? way : { href })} class="row">
        <Top game={game} />
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
function Top({ game: { table }, hasSide = false }: { game: GameSummary; hasSide?: boolean }) {
  const card = table?.top ?? undefined;
  const side = table?.side;
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
function ToDo({ game }: { game: GameSummary }) {
  const { table } = game;
  const seen = useSeen(game);
  if (table === null) return <span class="line">{words().yourTurn}</span>;
  const view = { ...table, discard: table.top === null ? [] : [table.top], hand: seen?.view.hand ?? null };
  if (!isMatching(view)) return <span class="line decision">{decisionText({ ...game, view })}</span>;
  return (
    <>
      <span class="line"><Match view={view} isShort /></span>
      <Counts game={game} cards={table.cards} uno={table.uno} />
    </>
  );
}

interface CountsProps {
  game: GameSummary;
  cards: readonly number[];
  uno: readonly string[];
}

/** How many cards I hold, and who of the others is nearest to the end. A long name is cut, never their number. */
function Counts({ game: { seats, your_seat }, cards, uno }: CountsProps) {
  const say = words();
  const held = ({ seat }: Seat) => cards[seat] ?? 0;
  const [nearest] = seats
    .filter((one) => one.seat !== your_seat && held(one) > 0)
    .sort((one, other) => held(one) - held(other));
  const hasCalled = nearest !== undefined && held(nearest) === 1 && uno[nearest.seat] === "safe";
  return (
    <span class="line counts quiet">
      {say.cards(cards[your_seat ?? -1] ?? 0)}
      {nearest !== undefined && (
        <> · <span class="name">{seatName(nearest)}</span>{hasCalled ? say.uno : say.has(held(nearest))}</>
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

/** What there is to do at a game, or how it ended. */
export function lineOf(game: GameSummary): ComponentChildren {
  const say = words();
  if (game.quarantined) return say.checked;
  if (game.status === "lobby") return say.seats(game.seats.length - game.open_seats, game.seats.length);
  if (game.status === "finished") return outcome(game);
  return isMine(game) ? <ToDo game={game} /> : waiting(game);
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

function outcome({ table, seats, your_seat }: GameSummary): string {
  const say = words();
  if (table === null) return say.closed;
  const winners = table.winners ?? [];
  if (winners.length === 0) return say.ended;
  if (your_seat !== null && winners.includes(your_seat)) return say.won;
  return say.wonBy(winners.flatMap((seat) => seats[seat] ?? []).map(seatName).join(", "));
}
