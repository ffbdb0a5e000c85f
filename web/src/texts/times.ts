// Times for people: in their zone and language. Data are UTC.

import { signal } from "@preact/signals";
import { language } from "./language.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far this device's clock is behind the service's, in milliseconds. */
let behind = 0;

/** The service's time in milliseconds, renewed every half minute: nobody needs seconds in games of days. */
export const now = signal(Date.now());

setInterval(tick, MINUTE / 2);

/** Take the service's time from an answer. */
export function setNow(server_now: string): void {
  behind = Date.parse(server_now) - Date.now();
  tick();
}

function tick(): void {
  now.value = Date.now() + behind;
}

/** The time left until a deadline: `2 d 4 h`, `9 h`, `48 min`. */
export function left(deadline: string): string {
  return span(Math.max(0, Date.parse(deadline) - now.value));
}

/** Whether less than two hours are left. */
export function isUrgent(deadline: string): boolean {
  return Date.parse(deadline) - now.value < 2 * HOUR;
}

/** `2 h ago`, `yesterday`. */
export function ago(time: string): string {
  const past = Math.max(0, now.value - Date.parse(time));
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: "auto", style: "short" });
  if (past < HOUR) return format.format(-Math.floor(past / MINUTE), "minute");
  if (past < DAY) return format.format(-Math.floor(past / HOUR), "hour");
  return format.format(-Math.floor(past / DAY), "day");
}

/** A moment as people say it: the time today, the weekday and time within a week, else the date. */
export function moment(time: string): string {
  const at = new Date(time);
  const distance = Math.abs(at.getTime() - now.value);
  const clock: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
  const isToday = at.toDateString() === new Date(now.value).toDateString();
  if (isToday) return new Intl.DateTimeFormat(language.value, clock).format(at);
  const isThisYear = at.getFullYear() === new Date(now.value).getFullYear();
  const day: Intl.DateTimeFormatOptions =
    distance < 6 * DAY ? { weekday: "short", ...clock } : { day: "numeric", month: "short", ...(isThisYear ? {} : { year: "numeric" }) };
  return new Intl.DateTimeFormat(language.value, day).format(at);
}

/** A length of time in milliseconds, with its two largest units. */
export function span(length: number): string {
  const minutes = Math.floor(length / MINUTE);
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), "day"],
    [Math.floor(minutes / 60) % 24, "hour"],
    [minutes % 60, "minute"],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first < 0 ? [[0, "minute"] as [number, string]] : parts.slice(first, first + (first === 1 ? 1 : 2));
  return shown
    .filter(([count], place) => count > 0 || place === 0)
    .map(([count, unit]) =>
      new Intl.NumberFormat(language.value, { style: "unit", unit, unitDisplay: "narrow" }).format(count),
    )
    .join(" ");
}
