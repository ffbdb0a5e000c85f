// Options of a question, of which one or several are picked. None is picked at first.

import type { ComponentChildren } from "preact";

export function Tiles({ label, children }: { label: string; children: ComponentChildren }) {
  return <div class="tiles" role="group" aria-label={label}>{children}</div>;
}

interface TileProps {
  class?: string;
  isPicked: boolean;
  onPick: () => void;
  children: ComponentChildren;
}

export function Tile({ class: name = "", isPicked, onPick, children }: TileProps) {
  return (
    <button type="button" class={`tile ${name}`} aria-pressed={isPicked} onClick={onPick}>
      {children}
    </button>
  );
}
