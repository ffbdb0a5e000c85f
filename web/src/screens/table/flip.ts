// The Flip: every card turns about its vertical axis, and mat and panel take the colors of the other side from the
// discard outward. It lasts less than 900 ms, and a tap or a key ends it.

const HALF = 190;
const SEAT = 24;
const WAVE = 420;
const FADE = 120;
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
  /** What takes the other color; each has a `::before` in that color. */
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
  try {
    const before = turn(root, parts, FLAT, TURNED, "cubic-bezier(.3, 0, 1, 1)");
    const grounds = [...root.querySelectorAll<HTMLElement>(parts.grounds)];
    const colors = grounds.map((one) => getComputedStyle(one).backgroundColor);
    await Promise.all(before.map(({ finished }) => finished));
    swap();
    await new Promise(requestAnimationFrame); // the new faces are in place with the next frame
    for (const one of before) one.cancel();
    if (isEnded) return;
    const after = turn(root, parts, TURNED_BACK, FLAT, "cubic-bezier(.2, 0, 0, 1)");
    await Promise.all([...after, ...wave(root.querySelector(parts.discard), grounds, colors)].map(({ finished }) => finished));
    for (const one of after) one.cancel(); // the last frame is how the cards lie anyway
  } finally {
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

/** The new color grows from the discard over the old one. */
function wave(origin: Element | null, grounds: readonly HTMLElement[], colors: readonly string[]): Animation[] {
  const discard = origin?.getBoundingClientRect();
  if (discard === undefined) return [];
  const center = { x: discard.x + discard.width / 2, y: discard.y + discard.height / 2 };
  const timing = { duration: WAVE, easing: "cubic-bezier(.2, 0, 0, 1)" };
  return grounds.flatMap((one, place) => {
    const box = one.getBoundingClientRect();
    const radius = Math.hypot(
      Math.max(center.x - box.left, box.right - center.x),
      Math.max(center.y - box.top, box.bottom - center.y),
    );
    const at = `at ${center.x - box.x}px ${center.y - box.y}px`;
    const color = colors[place] ?? "";
    return [
      one.animate([{ backgroundColor: color }, { backgroundColor: color }], timing),
      one.animate([{ clipPath: `circle(0 ${at})` }, { clipPath: `circle(${radius}px ${at})` }], {
        ...timing,
        pseudoElement: "::before",
      }),
    ];
  });
}
