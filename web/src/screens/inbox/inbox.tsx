// The inbox: what happened, newest first, in the service's sentences.

import type { Notification, NotificationPage } from "flipside-client";
import { useEffect } from "preact/hooks";
import { Link } from "wouter-preact";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { Required } from "../../session/required.tsx";
import { client } from "../../session/session.ts";
import { texts } from "../../texts/language.ts";
import { ago } from "../../texts/times.ts";
import { unread } from "./bell.tsx";

const words = texts({
  en: { title: "Inbox", none: "Nothing has happened yet.", all: "Mark all as read", older: "Older messages", new: "new" },
  ru: { title: "Сообщения", none: "Пока ничего не случилось.", all: "Отметить всё прочитанным", older: "Более ранние", new: "новое" },
  fr: { title: "Messages", none: "Il ne s’est encore rien passé.", all: "Tout marquer comme lu", older: "Messages plus anciens", new: "nouveau" },
});

type Known = Exclude<Notification, { kind: "unknown" }>;

/** The sentence of a message, leading to where it matters. Who follows it has read it. */
function Sentence({ of }: { of: Known }) {
  const to = addressOf(of);
  if (to === undefined) return <span>{of.text}</span>;
  return <Link href={to} onClick={() => markRead(of)}>{of.text}</Link>;
}

/** An invitation and the offer of a seat lead to the seat, a match that is ready to the list with its call, all others to their game. */
function addressOf(message: Known): string | undefined {
  if (message.kind === "invited") return `/join/${message.data.code}`;
  if (message.kind === "loan_offered") return `/join/${message.data.code}/${message.game_id}/${message.data.by}`;
  if (message.kind === "muster") return "/";
  return message.game_id === null ? undefined : `/games/${message.game_id}`;
}

function markRead({ id, read_at }: Known): void {
  if (read_at !== null) return;
  client.peek().post("/v1/me/notifications/read", { body: { ids: [id] } }).then(
    (left) => { unread.value = left.unread; },
    () => {}, // it stays new
  );
}

export default function Inbox() {
  return <Required><Messages /></Required>;
}

function Messages() {
  const say = words();
  const page = useAnswer<NotificationPage>((asked) => asked.get("/v1/me/notifications"));
  const action = useAction();
  const { value, put } = page;
  useEffect(() => {
    if (value !== undefined) unread.value = value.unread;
  }, [value]);
  const known = (value?.notifications ?? []).filter((one): one is Known => one.kind !== "unknown");
  const newest = known[0];

  const markAll = async () => {
    if (newest === undefined) return;
    await client.peek().post("/v1/me/notifications/read", { body: { up_to: newest.id } });
    page.reload();
  };
  const loadOlder = async (cursor: string) => {
    const older = await client.peek().get("/v1/me/notifications", { query: { cursor } });
    if (value !== undefined) put({ ...older, newest: value.newest, notifications: [...value.notifications, ...older.notifications] });
  };
  return (
    <Page title={say.title} back="/">
      <div class="column">
        <h1>{say.title}</h1>
        <State of={page} />
        <Trouble of={action} />
        {value !== undefined && known.length === 0 && <p class="quiet">{say.none}</p>}
        {value !== undefined && value.unread > 0 && (
          <p><Button disabled={action.isBusy} onClick={() => action.run(markAll)}>{say.all}</Button></p>
        )}
        <ul class="messages">
          {known.map((one) => (
            <li key={one.id} class={one.read_at === null ? "unread" : ""}>
              {one.read_at === null && <b class="tag">{say.new}</b>}
              <Sentence of={one} />
              <time dateTime={one.created_at}>{ago(one.created_at)}</time>
            </li>
          ))}
        </ul>
        {value?.next !== null && value?.next !== undefined && (
          <Button disabled={action.isBusy} onClick={() => action.run(() => loadOlder(value.next as string))}>{say.older}</Button>
        )}
      </div>
    </Page>
  );
}
