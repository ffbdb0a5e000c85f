// Options of a question, of which one or several are picked. None is picked at first.

import type { ComponentChildren } from "preact";
import { TickIcon } from "../../../parts/icons.tsx";

export function Tiles({ label, isSmall = false, children }: { label: string; isSmall?: boolean; children: ComponentChildren }) {
  return <div class={isSmall ? "tiles small" : "tiles"} role="group" aria-label={label}>{children}</div>;
}

interface TileProps {
  class?: string;
  isPicked: boolean;
  isDisabled?: boolean;
  onPick: () => void;
  children: ComponentChildren;
}

export function Tile({ class: name = "", isPicked, isDisabled = false, onPick, children }: TileProps) {
  return (
    <button type="button" class={`tile ${name}`} aria-pressed={isPicked} disabled={isDisabled} onClick={onPick}>
      {children}
      {isPicked && <TickIcon />}
    </button>
  );
}
