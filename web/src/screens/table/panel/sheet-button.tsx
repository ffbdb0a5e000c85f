// A button for a sheet of the table's menu whose code is loaded with the first press.

import type { Game } from "flipside-client";
import type { ComponentType } from "preact";
import { useAction } from "../../../parts/action.ts";
import { Button } from "../../../parts/button.tsx";
import { Trouble } from "../../../parts/state.tsx";
import type { Table } from "../state.ts";

export interface MenuSheetProps {
  game: Game;
  table: Table;
  onClose: () => void;
}

export type MenuSheet = ComponentType<MenuSheetProps>;

interface SheetButtonProps {
  label: string;
  load: () => Promise<{ default: MenuSheet }>;
  onOpen: (sheet: MenuSheet) => void;
}

export function SheetButton({ label, load, onOpen }: SheetButtonProps) {
  const action = useAction();
  const open = async () => onOpen((await load()).default);
  return (
    <>
      <Trouble of={action} />
      <Button disabled={action.isBusy} onClick={() => action.run(open)}>{label}</Button>
    </>
  );
}
