// Cards and lines of a list glide to their new places when others come or go, instead of jumping there.

import { useLayoutEffect, useRef } from "preact/hooks";

/** Each glide adds to those that are still going on, so that an item never jumps when the list changes again meanwhile. */
const GLIDE: KeyframeAnimationOptions = { duration: 200, easing: "cubic-bezier(.2, 0, 0, 1)", composite: "add" };

interface Place {
  left: number;
  top: number;
}

/** `shown`: what the list shows; its items glide when this changes. Nothing in it can be pressed while they do. */
export function useGlide(find: () => HTMLElement | null | undefined, shown: string): void {
  const known = useRef(shown);
  const width = useRef(0);
  const latest = useRef<readonly Animation[]>([]);
  const before = known.current === shown ? undefined : placesIn(find()); // the list is still as it was
  useLayoutEffect(() => {
    known.current = shown;
    const root = find();
    if (root === null || root === undefined) return;
    const isResized = width.current !== root.offsetWidth; // such as by a turned phone: everything has moved
    width.current = root.offsetWidth;
    if (before === undefined || isResized || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const glides = [...placesIn(root)].flatMap(([one, { left, top }]) => {
      const from = before.get(one);
      if (from === undefined || (from.left === left && from.top === top)) return [];
      return one.animate([{ transform: `translate(${from.left - left}px, ${from.top - top}px)` }, { transform: "none" }], GLIDE);
    });
    if (glides.length === 0) return;
    latest.current = glides;
    root.classList.add("gliding");
    void Promise.allSettled(glides.map(({ finished }) => finished)).then(() => {
      if (latest.current === glides) root.classList.remove("gliding");
    });
  }, [shown]);
}

/** Where the items lie, whether or not they have arrived there. */
function placesIn(root: HTMLElement | null | undefined): ReadonlyMap<Element, Place> {
  const items = [...(root?.children ?? [])] as HTMLElement[];
  return new Map(items.map((one) => [one, { left: one.offsetLeft, top: one.offsetTop }]));
}
