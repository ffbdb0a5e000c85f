// Signing out. A guest is asked first: they cannot come back.

import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { useAction } from "../../parts/action.ts";
import { Button } from "../../parts/button.tsx";
import { leaveDevice } from "../../session/leave-device.ts";
import { session } from "../../session/session.ts";
import { youTexts } from "./texts.ts";

export function SignOut() {
  const say = youTexts();
  const [, go] = useLocation();
  const action = useAction();
  const [isAsked, setAsked] = useState(false);
  const mustAsk = session.value?.guest === true && !isAsked;
  const leave = async () => {
    await leaveDevice().catch(() => {}); // without a line it is forgotten here at least
    go("/");
  };
  return (
    <>
      {isAsked && <p class="notice" role="alert">{say.guestSignOut}</p>}
      <Button disabled={action.isBusy} onClick={() => (mustAsk ? setAsked(true) : action.run(leave))}>
        {isAsked ? say.signOutAnyway : say.signOut}
      </Button>
      {isAsked && <Button look="plain" onClick={() => setAsked(false)}>{say.stay}</Button>}
    </>
  );
}
