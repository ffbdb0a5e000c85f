// What a screen says while it has nothing to show: it waits, nobody answers, or the service has refused.

import { texts } from "../texts/language.ts";
import type { Answered } from "./answer.ts";
import { Refusal } from "./refusal.tsx";

const words = texts({
  en: { loading: "One moment …", offline: "The service cannot be reached. This page goes on when it can." },
  ru: { loading: "Минуту …", offline: "Сервис недоступен. Страница оживёт, когда он ответит." },
  fr: { loading: "Un instant …", offline: "Le service ne répond pas. La page reprendra dès qu'il répondra." },
});

export function State({ of }: { of: Pick<Answered<unknown>, "value" | "refusal" | "isOffline"> }) {
  const say = words();
  if (of.refusal !== undefined) return <Refusal refusal={of.refusal} />;
  if (of.isOffline) return <p class="quiet" role="status">{say.offline}</p>;
  return of.value === undefined ? <p class="quiet" role="status">{say.loading}</p> : null;
}

/** The same for something that a button does. */
export function Trouble({ of }: { of: { refusal: Answered<unknown>["refusal"]; isOffline: boolean } }) {
  if (of.refusal === undefined && !of.isOffline) return null;
  return <State of={{ value: null, ...of }} />;
}
