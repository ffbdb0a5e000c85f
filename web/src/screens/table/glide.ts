// Cards and lines of a list glide to their new places when others come or go, instead of jumping there.

import { useLayoutEffect, useRef } from "preact/hooks";

const GLIDE: KeyframeAnimationOptions = { duration: 200, easing: "cubic-bezier(.2, 0, 0, 1)" };

interface Place {
  x: number;
  y: number;
}

/** `shown`: what the list shows; its items glide when this changes. Nothing in it can be pressed while they do. */
export function useGlide(find: () => HTMLElement | null | undefined, shown: string): void {
  const known = useRef(shown);
  const width = useRef(0);
  const gliding = useRef<readonly Animation[]>([]);
  // The list is still as it was: where the eye sees each item, even on its way.
  const before = known.current === shown ? undefined : placesIn(find());
  useLayoutEffect(() => {
    known.current = shown;
    const root = find();
    if (root === null || root === undefined) return;
    const isResized = width.current !== root.offsetWidth; // such as by a turned phone: everything has moved
    width.current = root.offsetWidth;
    if (before === undefined || isResized || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const one of gliding.current) one.cancel();
    const glides = [...placesIn(root)].flatMap(([one, { x, y }]) => {
      const from = before.get(one);
      if (from === undefined || (from.x === x && from.y === y)) return [];
      return one.animate([{ transform: `translate(${from.x - x}px, ${from.y - y}px)` }, { transform: "none" }], GLIDE);
    });
    gliding.current = glides;
    if (glides.length === 0) return;
    root.classList.add("gliding");
    void Promise.allSettled(glides.map(({ finished }) => finished)).then(() => {
      if (gliding.current === glides) root.classList.remove("gliding");
    });
  }, [shown]);
}

function placesIn(root: HTMLElement | null | undefined): ReadonlyMap<Element, Place> {
  if (root === null || root === undefined) return new Map();
  const { x, y } = root.getBoundingClientRect();
  return new Map([...root.children].map((one) => [one, relative(one.getBoundingClientRect(), x, y)]));
}

function relative(box: DOMRect, x: number, y: number): Place {
  return { x: box.x - x, y: box.y - y };
}
