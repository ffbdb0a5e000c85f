// The way to the inbox, with the number of unread messages.

import { useEffect } from "preact/hooks";
import { computed, effect, signal } from "@preact/signals";
import { Link } from "wouter-preact";
import { BellIcon } from "../../parts/icons.tsx";
import { client, session } from "../../session/session.ts";
import { plural, texts } from "../../texts/language.ts";
import { now } from "../../texts/times.ts";

/** The number of unread messages. */
export const unread = signal(0);

const player = computed(() => session.value?.player);
effect(() => {
  if (player.value !== undefined) unread.value = 0; // until the service has counted those of this person
});

const words = texts({
  en: { inbox: "Inbox", unread: { one: "Inbox, # unread message", other: "Inbox, # unread messages" } },
  ru: { inbox: "Сообщения", unread: { one: "Сообщения, # новое", few: "Сообщения, # новых", many: "Сообщения, # новых", other: "Сообщения, # новых" } },
  fr: { inbox: "Messages", unread: { one: "Messages, # non lu", other: "Messages, # non lus" } },
});

export function InboxBell() {
  const say = words();
  const asked = client.value;
  const minute = Math.floor(now.value / 60_000); // no stream tells of messages
  useEffect(() => {
    if (document.hidden) return;
    asked.get("/v1/me/notifications", { query: { limit: 1 } }).then(
      (page) => {
        unread.value = page.unread;
      },
      () => {}, // the list of games says whether the service answers
    );
  }, [asked, minute]);
  const count = unread.value;
  return (
    <Link href="/inbox" class="tool bell" aria-label={count === 0 ? say.inbox : plural(count, say.unread)}>
      <BellIcon />
      {count > 0 && <span class="count" aria-hidden="true">{count > 99 ? "99+" : count}</span>}
    </Link>
  );
}
