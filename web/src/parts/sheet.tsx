// A sheet: a question as title, options, a button that names the choice. From 768 px it is a dialog. Escape closes it.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface SheetProps {
  title: ComponentChildren;
  /** Beside the title: the card in question. */
  picture?: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
}

export function Sheet({ title, picture, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="sheet" ref={dialog} aria-labelledby={heading} onClose={onClose} onClick={closeBeside}>
      <div class="sheet-body">
        <header>
          {picture}
          <h2 id={heading}>{title}</h2>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** A tap beside the sheet closes it. */
function closeBeside(event: MouseEvent): void {
  if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
}
