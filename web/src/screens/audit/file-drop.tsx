// The place where a transcript is chosen or dropped. A file may be dropped anywhere on the page.

import { useEffect, useState } from "preact/hooks";
import type { VerifierWords } from "./verifier.ts";

export function FileDrop({ texts, onFile }: { texts: VerifierWords; onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault(); // else the browser would open the file
      setOver(event.type === "dragover");
    };
    const drop = (event: DragEvent) => {
      over(event);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) onFile(file);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", over);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", over);
      document.removeEventListener("drop", drop);
    };
  }, [onFile]);
  return (
    <label class={isOver ? "file-drop over" : "file-drop"}>
      <input
        type="file"
        class="visually-hidden"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = ""; // the same file may be chosen again
          if (file !== undefined) onFile(file);
        }}
      />
      <strong>{texts.choose}</strong>
      <span>{texts.drop}</span>
    </label>
  );
}
