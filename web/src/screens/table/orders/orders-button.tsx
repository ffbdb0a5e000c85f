// The button that opens the sheet of standing orders. The code of the sheet is loaded with the first press.

import type { Game } from "flipside-client";
import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { useAction } from "../../../parts/action.ts";
import { Button } from "../../../parts/button.tsx";
import { Trouble } from "../../../parts/state.tsx";
import type { OrdersSheetProps } from "./orders-sheet.tsx";
import { ordersTitle } from "./title.ts";

export function OrdersButton({ game }: { game: Game }) {
  const say = ordersTitle();
  const action = useAction();
  const [Sheet, open] = useState<ComponentType<OrdersSheetProps> | null>(null);
  const load = async () => {
    const { default: loaded } = await import("./orders-sheet.tsx");
    open(() => loaded);
  };
  return (
    <>
      <Trouble of={action} />
      <Button disabled={action.isBusy} onClick={() => action.run(load)}>{say.orders}</Button>
      {Sheet !== null && <Sheet game={game} onClose={() => open(null)} />}
    </>
  );
}

/** Whether the reader may leave orders at this table. */
export function mayOrder({ options, status, your_seat, seats }: Game): boolean {
  return options.standing_orders === true && status === "running" && your_seat !== null && seats[your_seat]?.resigned === false;
}
