// Days and clock times of settings.

import { language } from "../../texts/language.ts";
import { now } from "../../texts/times.ts";

const DAY = 24 * 3_600_000;

/** A day in UTC, `2026-11-25`, as seen from today: `today`, `yesterday`, `3 days ago`. */
export function dayAgo(day: string): string {
  const today = Math.floor(now.value / DAY);
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: "auto" });
  return format.format(Math.min(0, Math.floor(Date.parse(day) / DAY) - today), "day");
}
