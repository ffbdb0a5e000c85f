// The log in words, the newest first.

import type { Game, LogEntry } from "flipside-client";
import { isTold } from "../../catalogue/events.ts";
import { Button } from "../../parts/button.tsx";
import { Drawing } from "../../parts/face.tsx";
import { MoonIcon, SunIcon } from "../../parts/icons.tsx";
import { Sentence } from "../../parts/sentence.tsx";
import { language } from "../../texts/language.ts";
import { now } from "../../texts/times.ts";
import { DotIcon, DrawnIcon } from "./icons.tsx";
import type { Table } from "./state.ts";
import { tableTexts } from "./texts.ts";

interface LogProps {
  game: Game;
  table: Table;
  /** The sequence number of the newest event that is shown. */
  newest?: number;
}

export function Log({ game, table, newest = game.version }: LogProps) {
  const say = tableTexts();
  const entries = table.opened.entries.value;
  const told = entries.filter((one) => one.seq <= newest && isTold(one)).reverse();
  const hasEarlier = (entries[0]?.seq ?? 1) > 1;
  if (told.length === 0 && !hasEarlier) return <p>{say.nothingYet}</p>;
  return (
    <>
      <ol class="log" reversed>
        {told.map((one, place) => (
          <Entry key={one.seq} entry={one} game={game} isFirstOfDay={day(one) !== day(told[place - 1])} />
        ))}
      </ol>
      {hasEarlier && <Button look="plain" onClick={() => void table.opened.readEarlier()}>{say.earlier}</Button>}
    </>
  );
}

function Entry({ entry, game, isFirstOfDay }: { entry: LogEntry; game: Game; isFirstOfDay: boolean }) {
  const { event, recorded_at } = entry;
  const heading = isFirstOfDay ? dayName(recorded_at) : undefined;
  return (
    <li class={event.type === "flipped" ? "turned" : undefined}>
      {heading !== undefined && <span class="day">{heading}</span>}
      <span class="log-sign" aria-hidden="true"><Sign entry={entry} /></span>
      <Sentence event={event} reader={game} />
      <time dateTime={recorded_at}>{clock(recorded_at)}</time>
    </li>
  );
}

export function Sign({ entry: { event } }: { entry: LogEntry }) {
  if (event.type === "flipped") return event.side === "D" ? <MoonIcon /> : <SunIcon />;
  if ("face" in event && typeof event.face === "string") return <Drawing card={event.face} level="chip" />;
  return event.type === "cards_drawn" ? <DrawnIcon /> : <DotIcon />;
}

function day(entry: LogEntry | undefined): string {
  return new Date(entry?.recorded_at ?? now.value).toDateString();
}

function dayName(time: string): string {
  const days = Math.round((startOfDay(time) - startOfDay(now.value)) / 86_400_000);
  if (days > -2) return new Intl.RelativeTimeFormat(language.value, { numeric: "auto" }).format(days, "day");
  return new Intl.DateTimeFormat(language.value, { weekday: "long", day: "numeric", month: "long" }).format(new Date(time));
}

function startOfDay(time: string | number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

function clock(time: string): string {
  return new Intl.DateTimeFormat(language.value, { hour: "numeric", minute: "2-digit" }).format(new Date(time));
}
