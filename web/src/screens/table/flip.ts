// The Flip: every card turns about its vertical axis, and the grounds take the colors of the other side from the discard
// outward. It lasts at most 700 ms, and a tap or a key ends it. Used by the table and by the replay.

const HALF = 130;
const SEAT = 24;
const WAVE = 320;
const FADE = 120;
const LEAVE = "cubic-bezier(.3, 0, 1, 1)";
const ARRIVE = "cubic-bezier(.2, 0, 0, 1)";
const TURNED = "perspective(700px) rotateY(90deg)";
const TURNED_BACK = "perspective(700px) rotateY(-90deg)";
const FLAT = "perspective(700px) rotateY(0)";

/** What turns below a root, as selectors. */
export interface Parts {
  /** Seats turn one after the other, with their `cards`. */
  seats: string;
  cards: string;
  /** Each of them turns as one block. */
  blocks: string;
  /** What takes the other color. Each is positioned and a stacking context of its own. */
  grounds: string;
  /** Where the new color grows from. */
  discard: string;
}

const TABLE: Parts = {
  seats: ".seat",
  cards: ".chip, .tally",
  blocks: ".stack, .discards, .hand-place, .side-sign .icon",
  grounds: ".mat, .panel",
  discard: ".discards",
};

/** Play it below `root`; `swap` puts the new faces in place once the cards stand on their edge. */
export async function flip(root: HTMLElement, swap: () => void, parts = TABLE): Promise<void> {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    swap();
    await root.animate([{ opacity: 0.2 }, { opacity: 1 }], FADE).finished;
    return;
  }
  let isEnded = false;
  const end = (event: Event) => {
    isEnded = true;
    event.preventDefault();
    event.stopPropagation();
    for (const one of root.getAnimations({ subtree: true })) one.finish();
  };
  root.addEventListener("click", end, { capture: true });
  root.addEventListener("keydown", end, { capture: true });
  const grounds = [...root.querySelectorAll<HTMLElement>(parts.grounds)];
  let waves: Wave[] = [];
  try {
    const before = turn(root, parts, FLAT, TURNED, LEAVE);
    const colors = grounds.map(colorOf);
    await finished(before);
    swap();
    await new Promise(requestAnimationFrame); // the new faces are in place with the next frame
    for (const one of before) one.cancel();
    if (isEnded) return;
    const after = turn(root, parts, TURNED_BACK, FLAT, ARRIVE);
    waves = grow(root.querySelector(parts.discard), grounds, colors);
    await finished([...after, ...waves.map(({ animation }) => animation)]);
    for (const one of after) one.cancel(); // the last frame is how the cards lie anyway
  } finally {
    for (const { element } of waves) element.remove();
    root.removeEventListener("click", end, { capture: true });
    root.removeEventListener("keydown", end, { capture: true });
  }
}

/** Seats turn one after the other; a pile turns as one block, and so does the hand. */
function turn(root: HTMLElement, parts: Parts, from: string, to: string, easing: string): Animation[] {
  const seats = [...root.querySelectorAll(parts.seats)].map((one) => [...one.querySelectorAll(parts.cards)]);
  const others = [...root.querySelectorAll(parts.blocks)];
  return [...seats, others].flatMap((cards, place) =>
    cards.map((card) => {
      const delay = cards === others ? 0 : place * SEAT;
      return card.animate([{ transform: from }, { transform: to }], { duration: HALF, delay, easing, fill: "both" });
    }),
  );
}

/** A ground's two colors, below all that stands on it. */
interface Wave {
  element: HTMLElement;
  animation: Animation;
}

/**
 * The new color grows from the discard over the old one. These are elements of their own: Chromium's renderer crashes
 * now and then when `::before` is animated from a script.
 */
function grow(discard: Element | null, grounds: readonly HTMLElement[], before: readonly string[]): Wave[] {
  const from = discard?.getBoundingClientRect();
  if (from === undefined) return [];
  const center = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  return grounds.map((ground, place) => {
    const box = ground.getBoundingClientRect();
    const radius = Math.hypot(
      Math.max(center.x - box.left, box.right - center.x),
      Math.max(center.y - box.top, box.bottom - center.y),
    );
    const at = `at ${center.x - box.x}px ${center.y - box.y}px`;
    const [old, fresh] = [layer(before[place] ?? ""), layer(colorOf(ground))];
    old.append(fresh);
    ground.append(old);
    const frames = [{ clipPath: `circle(0 ${at})` }, { clipPath: `circle(${radius}px ${at})` }];
    return { element: old, animation: fresh.animate(frames, { duration: WAVE, easing: ARRIVE, fill: "forwards" }) };
  });
}

function layer(color: string): HTMLElement {
  const element = document.createElement("span");
  element.className = "flip-ground";
  element.style.setProperty("background", color);
  return element;
}

function colorOf(ground: HTMLElement): string {
  return getComputedStyle(ground).backgroundColor;
}

async function finished(animations: readonly Animation[]): Promise<void> {
  await Promise.all(animations.map((one) => one.finished));
}
