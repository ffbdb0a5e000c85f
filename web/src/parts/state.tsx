// What a screen says while it has nothing to show, and what stands in the way of a button.

import { useEffect, useRef } from "preact/hooks";
import { texts } from "../texts/language.ts";
import type { Action } from "./action.ts";
import type { Answered } from "./answer.ts";
import { Refusal } from "./refusal.tsx";

const words = texts({
  en: {
    loading: "One moment …",
    waiting: "The service cannot be reached. This page goes on as soon as it can.",
    again: "The service cannot be reached. Try again when you are connected.",
  },
  ru: {
    loading: "Минуту…",
    waiting: "Сервис недоступен. Страница продолжит, как только он ответит.",
    again: "Сервис недоступен. Попробуйте снова, когда появится связь.",
  },
  fr: {
    loading: "Un instant…",
    waiting: "Le service est injoignable. La page reprendra dès qu’il répondra.",
    again: "Le service est injoignable. Réessayez quand vous serez en ligne.",
  },
});

/** An answer that has not come: the service is asked, nobody answers, or it has refused. */
export function State({ of }: { of: Pick<Answered<unknown>, "value" | "refusal" | "isOffline"> }) {
  const say = words();
  if (of.refusal !== undefined) return <Refusal refusal={of.refusal} />;
  if (of.isOffline) return <p class="quiet" role="status">{say.waiting}</p>;
  return of.value === undefined ? <p class="quiet" role="status">{say.loading}</p> : null;
}

/** An action that failed: the service has refused, or nobody answers. */
export function Trouble({ of }: { of: Pick<Action, "refusal" | "isOffline"> }) {
  const shown = useRef<HTMLDivElement>(null);
  const { refusal, isOffline } = of;
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [refusal, isOffline]); // the button may be far below
  if (refusal === undefined && !isOffline) return null;
  return (
    <div class="trouble" ref={shown}>
      {refusal === undefined ? <p class="notice" role="alert">{words().again}</p> : <Refusal refusal={refusal} />}
    </div>
  );
}
