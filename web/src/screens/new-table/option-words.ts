// Options and their values in words: the service's where it has any.

import type { Option, OptionValue, OptionWords } from "flipside-client";
import { cardName, words as catalogue } from "../../catalogue/catalogue.ts";
import { words } from "./texts.ts";

export function optionWords(name: string): OptionWords | undefined {
  return catalogue.value?.options.find((one) => one.name === name);
}

/** A value in words: its title, a number, a list. */
export function valueTitle({ name, type }: Option, value: OptionValue | undefined): string {
  const say = words();
  const known = optionWords(name)?.values ?? [];
  const title = (one: unknown) => known.find((each) => each.value === one)?.title;
  if (value === undefined) return "";
  if (Array.isArray(value)) {
    if (value.length === 0) return say.none;
    const shown = type === "cards" ? value.slice(0, 3).map((one) => cardName(String(one))) : value.map((one) => title(one) ?? String(one));
    return shown.length < value.length ? `${shown.join(", ")} …` : shown.join(", ");
  }
  if (typeof value === "object") return Object.values(value).join(", ");
  if (type === "teams") return value === 0 ? say.off : say.teamsOf(Number(value));
  return title(value) ?? (typeof value === "boolean" ? (value ? say.on : say.off) : String(value));
}
