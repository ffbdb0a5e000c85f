// Sign in with a code from a mail. A guest on this device is taken along.

import { useLocation, useSearch } from "wouter-preact";
import { MailedCode } from "../../parts/mailed-code.tsx";
import { Page } from "../../parts/page.tsx";
import { deviceName } from "../../session/device-name.ts";
import { client, enter, session, signOut } from "../../session/session.ts";
import { pushState, subscribe } from "../../worker/push.ts";
import { words } from "./texts.ts";

/** Why the service cannot take the guest along; the same code then signs in without. */
const ALONE = new Set(["about_to_leave", "guest_on_vacation", "invalid_guest_token", "not_a_guest", "seated_together"]);

export default function SignIn() {
  const say = words();
  const [, go] = useLocation();
  const next = new URLSearchParams(useSearch()).get("next") ?? "/";
  const guest = session.value?.guest === true ? session.value.token : undefined;

  const request = async (email: string) => (await client.peek().post("/v1/sign-in", { body: { email } })).sign_in;
  const resend = (sign_in: string) => client.peek().post("/v1/sign-in/resend", { body: { sign_in } });
  const confirm = async (sign_in: string, code: string, guest_token: string | undefined) => {
    const hadPushes = guest_token !== undefined && (await pushState()) === "on";
    const body = { sign_in, code, device_name: deviceName(), ...(guest_token === undefined ? {} : { guest_token }) };
    const signedIn = await client.peek().post("/v1/sign-in/confirm", { body });
    if (session.peek()?.guest === false) await signOut().catch(() => {}); // the other person's token ends, too
    await enter(signedIn);
    if (hadPushes) void subscribe(deviceName()).catch(() => {}); // the service has forgotten the guest's device
    go(here(next), { replace: true });
  };

  return (
    <Page title={say.title} back="/">
      <div class="column">
        <h1>{say.title}</h1>
        {guest !== undefined && <p>{say.guest}</p>}
        {session.value?.guest === false && <p class="notice">{say.other(session.value.name)}</p>}
        <MailedCode
          label={say.address}
          note={say.intro}
          submit={say.confirm}
          request={request}
          resend={resend}
          confirm={(sign_in, code) => confirm(sign_in, code, guest)}
          {...(guest === undefined ? {} : {
            otherwise: { after: ALONE, label: say.alone, confirm: (sign_in, code) => confirm(sign_in, code, undefined) },
          })}
        />
      </div>
    </Page>
  );
}

/** The address to go on to; never one of another host. */
function here(next: string): string {
  const to = URL.canParse(next, location.origin) ? new URL(next, location.origin) : undefined;
  return to?.origin === location.origin ? to.pathname + to.search : "/";
}
