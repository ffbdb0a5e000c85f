// The colors of the page: those of the system unless the person chose. The side of a table is no theme.

import { effect, signal } from "@preact/signals";
import { keepSetting, setting } from "../device/setting.ts";

export type Theme = "light" | "dark";
export type ThemeChoice = Theme | "system";

const KEPT = "flipside-theme";
const darkSystem = matchMedia("(prefers-color-scheme: dark)");

export const themeChoice = signal<ThemeChoice>(chosen());
const system = signal<Theme>(darkSystem.matches ? "dark" : "light");

export function startTheme(): void {
  darkSystem.addEventListener("change", () => {
    system.value = darkSystem.matches ? "dark" : "light";
  });
  effect(() => {
    document.documentElement.dataset.theme = themeChoice.value === "system" ? system.value : themeChoice.value;
  });
}

export function chooseTheme(to: ThemeChoice): void {
  keepSetting(KEPT, to);
  themeChoice.value = to;
}

function chosen(): ThemeChoice {
  const kept = setting(KEPT);
  return kept === "light" || kept === "dark" ? kept : "system";
}
