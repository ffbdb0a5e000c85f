// The button for the sheet of a loan, whose code is loaded with the first press.

import type { ComponentType } from "preact";
import { useAction } from "../../../parts/action.ts";
import { Button } from "../../../parts/button.tsx";
import { Trouble } from "../../../parts/state.tsx";
import type { LoanSheetProps } from "./loan-sheet.tsx";
import { loanTitle } from "./title.ts";

export function LoanButton({ onOpen }: { onOpen: (Sheet: ComponentType<LoanSheetProps>) => void }) {
  const say = loanTitle();
  const action = useAction();
  const load = async () => onOpen((await import("./loan-sheet.tsx")).default);
  return (
    <>
      <Trouble of={action} />
      <Button disabled={action.isBusy} onClick={() => action.run(load)}>{say.lend}</Button>
    </>
  );
}
