// The language and time zone of a person's messages, and those of this browser.

import type { Client } from "flipside-client";
import { chooseLanguage, LANGUAGES, language } from "../texts/language.ts";

/** What an account has before anybody has chosen a time zone. */
const NO_ZONE = "UTC";

/** Give a person who is new the language of the page and the time zone of the browser. */
export async function giveSettings(client: Client): Promise<void> {
  await client.patch("/v1/me/preferences", { body: { language: language.peek(), time_zone: timeZone() } });
}

/** Show the page in the language that a person has chosen before. If they have not, it becomes that of the page. */
export async function takeSettings(client: Client): Promise<void> {
  const chosen = await client.get("/v1/me/preferences");
  const known = LANGUAGES.find((one) => one === chosen.language);
  if (known !== undefined) chooseLanguage(known);
  else if (chosen.time_zone === NO_ZONE) await giveSettings(client);
  else await client.patch("/v1/me/preferences", { body: { language: language.peek() } });
}

function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
