// A match as the moments at which its table can be looked at: after each command.

import type { Event as GameEvent, LogEntry, Side } from "flipside-client";

export interface Moment {
  /** The events of one command. */
  entries: readonly LogEntry[];
  /** The place of the command among all of the log; the first opens the table. */
  command: number;
  /** The number of the last of the events. */
  version: number;
  side: Side;
  round: number;
  /** The version at which a turn begins, from which a branch can go on; null if none begins. */
  turnAt: number | null;
  /** What lay on top before. */
  top: string | null;
  /** The color in force before, where a wild lay on top. */
  color: string | null;
}

/** Consecutive moments on one side, as places in the list. */
export interface Stretch {
  side: Side;
  from: number;
  to: number;
}

/** The moments of a log, from the start of the match on; before, there is no table to show. */
export function momentsOf(entries: readonly LogEntry[]): Moment[] {
  const found: Moment[] = [];
  let [side, round, hasStarted] = ["L" as Side, 0, false];
  let [top, color]: [string | null, string | null] = [null, null];
  for (const [command, group] of commands(entries).entries()) {
    const before = { top, color };
    for (const { event } of group) {
      hasStarted ||= event.type === "match_started" || event.type === "position_set";
      if (event.type === "flipped" || event.type === "position_set") {
        side = event.side;
        top = event.discard.at(-1) ?? null;
      }
      if (event.type === "position_set") round = event.round;
      if (event.type === "round_started") [round, side] = [event.round, "L"];
      if (event.type === "card_played" || event.type === "starter_turned") top = event.face ?? null;
      color = colorAfter(event, color);
    }
    const turn = group.filter(({ event }) => event.type === "turn_started").at(-1);
    const version = group.at(-1)?.seq ?? 0;
    if (hasStarted) found.push({ entries: group, command, version, side, round, turnAt: turn?.seq ?? null, ...before });
  }
  return found;
}

/** The place of the moment that shows a version: the first that has its event. */
export function placeOf(moments: readonly Moment[], version: number): number {
  const place = moments.findIndex((moment) => moment.version >= version);
  return place < 0 ? Math.max(0, moments.length - 1) : place;
}

export function stretchesOf(moments: readonly Moment[]): Stretch[] {
  const found: Stretch[] = [];
  for (const [place, { side }] of moments.entries()) {
    const last = found.at(-1);
    if (last?.side === side) last.to = place;
    else found.push({ side, from: place, to: place });
  }
  return found;
}

function commands(entries: readonly LogEntry[]): LogEntry[][] {
  const groups: LogEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.[0]?.command_id === entry.command_id) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function colorAfter(event: GameEvent, before: string | null): string | null {
  if (!("color" in event)) return before;
  return (event.color as string | null | undefined) ?? null;
}
