// Keys in the hand: one stop of the Tab key, arrows move between the cards.

/** Move the focus from a card to the one that the key leads to. Returns whether the key was one of these. */
export function moveFocus(event: KeyboardEvent, list: HTMLElement): boolean {
  const buttons = [...list.querySelectorAll<HTMLButtonElement>("button.hand-card")];
  const here = buttons.indexOf(event.target as HTMLButtonElement);
  if (here < 0) return false;
  const to = target(event.key, buttons, here);
  if (to === undefined) return false;
  event.preventDefault();
  buttons[to]?.focus();
  return true;
}

function target(key: string, buttons: readonly HTMLElement[], here: number): number | undefined {
  const last = buttons.length - 1;
  if (key === "ArrowRight") return Math.min(last, here + 1);
  if (key === "ArrowLeft") return Math.max(0, here - 1);
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const row = columns(buttons);
  const to = key === "ArrowUp" ? here - row : here + row;
  return to < 0 ? here : Math.min(last, to);
}

/** How many cards the first row has. */
function columns(buttons: readonly HTMLElement[]): number {
  const tops = buttons.map((one) => one.parentElement?.offsetTop ?? 0);
  const row = tops.findIndex((top) => top !== tops[0]);
  return row < 0 ? buttons.length : row;
}
