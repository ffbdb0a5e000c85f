// The button that opens the sheet for sharing. The code of the sheet is loaded with the first press.

import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { useAction } from "../parts/action.ts";
import { Button } from "../parts/button.tsx";
import type { ShareSheetProps } from "./share-sheet.tsx";
import { words } from "./texts.ts";

interface ShareButtonProps extends Omit<ShareSheetProps, "onClose"> {
  look?: "outlined" | "plain";
}

export function ShareButton({ look = "outlined", ...shown }: ShareButtonProps) {
  const say = words();
  const action = useAction();
  const [Sheet, open] = useState<ComponentType<ShareSheetProps> | null>(null);
  const load = async () => {
    const { default: loaded } = await import("./share-sheet.tsx");
    open(() => loaded);
  };
  return (
    <>
      <Button look={look} disabled={action.isBusy} onClick={() => action.run(load)}>{say.share}</Button>
      {action.isOffline && <p class="quiet" role="alert">{say.offline}</p>}
      {Sheet !== null && <Sheet {...shown} onClose={() => open(null)} />}
    </>
  );
}
