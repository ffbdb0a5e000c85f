// A copy of everything the service has about the person, and leaving it.

import type { Leaving, OwnProfile } from "flipside-client";
import { useState } from "preact/hooks";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { client } from "../../session/session.ts";
import { moment } from "../../texts/times.ts";
import { youTexts } from "./texts.ts";

export function Data() {
  const say = youTexts();
  const me = useAnswer<OwnProfile>((asked) => asked.get("/v1/me"));
  const action = useAction();
  const [isAsked, setAsked] = useState(false);
  const leave = async () => {
    const { leaves_at }: Leaving = await client.peek().delete("/v1/me");
    if (me.value !== undefined) me.put({ ...me.value, leaves_at });
  };
  const stay = async () => {
    await client.peek().delete("/v1/me/leaving");
    setAsked(false);
    if (me.value !== undefined) me.put({ ...me.value, leaves_at: null });
  };
  return (
    <>
      <Trouble of={action} />
      <section class="column">
        <h2>{say.export}</h2>
        <p>{say.exportNote}</p>
        <Button disabled={action.isBusy} onClick={() => action.run(download)}>{action.isBusy ? say.working : say.download}</Button>
      </section>
      <section class="column">
        <h2>{say.leave}</h2>
        <State of={me} />
        {me.value?.leaves_at === null && (
          <>
            <p>{say.leaveNote}</p>
            <Button disabled={action.isBusy} onClick={() => (isAsked ? action.run(leave) : setAsked(true))}>
              {isAsked ? say.leaveSure : say.leaveButton}
            </Button>
            {isAsked && <Button look="plain" onClick={() => setAsked(false)}>{say.cancel}</Button>}
          </>
        )}
        {me.value !== undefined && me.value.leaves_at !== null && (
          <>
            <p role="status">{say.leavesAt(moment(me.value.leaves_at))}</p>
            <Button look="filled" disabled={action.isBusy} onClick={() => action.run(stay)}>{say.keep}</Button>
          </>
        )}
      </section>
    </>
  );
}

async function download(): Promise<void> {
  const response = await client.peek().open("get", "/v1/me/export");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = "flipside.json";
  link.click();
  URL.revokeObjectURL(link.href);
}
