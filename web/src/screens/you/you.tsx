// What belongs to the person who is signed in, a page for each part.

import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { Page } from "../../parts/page.tsx";
import { Required } from "../../session/required.tsx";
import { session } from "../../session/session.ts";
import NotFound from "../not-found/not-found.tsx";
import { Appearance } from "./appearance.tsx";
import { Blocked } from "./blocked.tsx";
import { Data } from "./data.tsx";
import { Devices } from "./devices.tsx";
import { Messages } from "./messages.tsx";
import { Profile } from "./profile.tsx";
import { SignOut } from "./sign-out.tsx";
import { youTexts } from "./texts.ts";
import { VacationPage } from "./vacation.tsx";

export default function You({ page }: { page?: string }) {
  return <Required><Pages page={page} /></Required>;
}

function Pages({ page }: { page: string | undefined }) {
  const say = youTexts();
  switch (page) {
    case "profile":
      return <Sub title={say.profile}><Profile /></Sub>;
    case "messages":
      return <Sub title={say.messages}><Messages /></Sub>;
    case "vacation":
      return <Sub title={say.vacation}><VacationPage /></Sub>;
    case "devices":
      return <Sub title={say.devices}><Devices /></Sub>;
    case "blocked":
      return <Sub title={say.blocked}><Blocked /></Sub>;
    case "data":
      return <Sub title={say.data}><Data /></Sub>;
    case undefined:
      return <Overview />;
    default:
      return <NotFound />;
  }
}

function Overview() {
  const say = youTexts();
  const name = session.value?.name ?? "";
  return (
    <Page title={say.you}>
      <div class="column">
        <h1>{name}</h1>
        {session.value?.guest === true && <p class="notice">{say.guestNote} <Link href="/you/profile">{say.addAddress}</Link></p>}
        <nav aria-label={say.you}>
          <ul class="plain-rows ways">
            <li><Link href="/you/profile">{say.profile}</Link></li>
            <li><Link href="/inbox">{say.inbox}</Link></li>
            <li><Link href="/you/messages">{say.messages}</Link></li>
            <li><Link href="/you/vacation">{say.vacation}</Link></li>
            <li><Link href="/you/devices">{say.devices}</Link></li>
            <li><Link href="/you/blocked">{say.blocked}</Link></li>
            <li><Link href="/you/data">{say.data}</Link></li>
            <li><Link href="/audit">{say.audit}</Link></li>
          </ul>
        </nav>
        <Appearance />
        <SignOut />
      </div>
    </Page>
  );
}

function Sub({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <Page title={title} back="/you">
      <div class="column">
        <h1>{title}</h1>
        {children}
      </div>
    </Page>
  );
}
