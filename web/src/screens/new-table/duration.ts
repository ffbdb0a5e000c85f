// A time that matches take, in the unit that people would use.

import { language } from "../../texts/language.ts";

const UNITS: readonly (readonly [Intl.NumberFormatOptions["unit"] & string, number])[] = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** From a day and a half on in days, from an hour and a half on in hours. */
export function duration(seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => seconds >= 1.5 * each) ?? ["minute", 60];
  const count = Math.max(1, Math.round(seconds / length));
  return new Intl.NumberFormat(language.value, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
