// Whether this browser is told when it is the person's turn.

import { useEffect, useState } from "preact/hooks";
import { useAction } from "../../parts/action.ts";
import { Button } from "../../parts/button.tsx";
import { Trouble } from "../../parts/state.tsx";
import { deviceName } from "../../session/device-name.ts";
import { type PushState, pushState, subscribe, unsubscribe } from "../../worker/push.ts";
import { youTexts } from "./texts.ts";

export function Pushes({ onChange }: { onChange: () => void }) {
  const say = youTexts();
  const action = useAction();
  const [state, setState] = useState<PushState | undefined>();
  useEffect(() => void pushState().then(setState), []);
  const turn = (to: () => Promise<PushState>) => action.run(async () => {
    setState(await to());
    onChange();
  });
  return (
    <section class="column">
      <h2>{say.pushes}</h2>
      <Trouble of={action} />
      {state === "on" && (
        <>
          <p>{say.pushIsOn}</p>
          <Button disabled={action.isBusy} onClick={() => turn(unsubscribe)}>{say.pushOff}</Button>
        </>
      )}
      {state === "off" && <Button look="filled" disabled={action.isBusy} onClick={() => turn(() => subscribe(deviceName()))}>{say.pushOn}</Button>}
      {(state === "denied" || state === "install" || state === "unsupported") && <p class="quiet" role="status">{say.pushStates[state]}</p>}
    </section>
  );
}
