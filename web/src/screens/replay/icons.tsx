// Signs of a player.

import type { ComponentChildren } from "preact";

function Icon({ children }: { children: ComponentChildren }) {
  return <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{children}</svg>;
}

export const StartIcon = () => <Icon><path d="M6 6v12M18 6l-9 6 9 6z" /></Icon>;
export const StepBackIcon = () => <Icon><path d="M15 5l-7 7 7 7" /></Icon>;
export const StepForwardIcon = () => <Icon><path d="M9 5l7 7-7 7" /></Icon>;
export const PlayIcon = () => <Icon><path d="M8 6l10 6-10 6z" fill="currentcolor" /></Icon>;
export const PauseIcon = () => <Icon><path d="M8 6v12M16 6v12" stroke-width="4" /></Icon>;
