// A sheet: a question as title, options, a button that names the choice. From 768 px it is a dialog. Escape closes it.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface SheetProps {
  title: ComponentChildren;
  /** Beside the title: the card in question. */
  picture?: ComponentChildren;
  /** Below the title: what is known. */
  note?: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
}

export function Sheet({ title, picture, note, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const isGone = useRef(false);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector("h2")?.focus(); // on no option: none is chosen yet
    return () => {
      isGone.current = true;
      shown?.close(); // gives the focus back to what opened it
    };
  }, []);
  return (
    <dialog class="sheet" ref={dialog} aria-labelledby={heading} onClose={() => { if (!isGone.current) onClose(); }} onClick={closeBeside}>
      <div class="sheet-body">
        <header>
          {picture}
          <div>
            <h2 id={heading} tabIndex={-1}>{title}</h2>
            {note !== undefined && note !== "" && <p class="note">{note}</p>}
          </div>
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
