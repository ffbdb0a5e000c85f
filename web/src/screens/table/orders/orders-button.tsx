// The button for the sheet of standing orders, whose code is loaded with the first press.

import type { Game } from "flipside-client";
import type { ComponentType } from "preact";
import { useAction } from "../../../parts/action.ts";
import { Button } from "../../../parts/button.tsx";
import { Trouble } from "../../../parts/state.tsx";
import type { OrdersSheetProps } from "./orders-sheet.tsx";
import { ordersTitle } from "./title.ts";

export function OrdersButton({ onOpen }: { onOpen: (Sheet: ComponentType<OrdersSheetProps>) => void }) {
  const say = ordersTitle();
  const action = useAction();
  const load = async () => onOpen((await import("./orders-sheet.tsx")).default);
  return (
    <>
      <Trouble of={action} />
      <Button disabled={action.isBusy} onClick={() => action.run(load)}>{say.orders}</Button>
    </>
  );
}

/** Whether the reader may leave orders at this table. */
export function mayOrder({ options, status, your_seat, seats }: Game): boolean {
  return options.standing_orders === true && status === "running" && your_seat !== null && seats[your_seat]?.resigned === false;
}
