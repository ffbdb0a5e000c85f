// The rules of a ruleset as it is usually played.

import { useLocation } from "wouter-preact";
import { words as catalogue } from "../../catalogue/catalogue.ts";
import { Rulebook } from "./rulebook.tsx";
import { words } from "./texts.ts";

export default function Rules({ ruleset }: { ruleset: string }) {
  const [, go] = useLocation();
  return (
    <Rulebook
      of={ruleset}
      read={(asked, signal) => asked.get("/v1/rulesets/{name}/rules", { path: { name: ruleset }, signal })}
    >
      <label class="ruleset-choice">
        <span class="visually-hidden">{words().other}</span>
        <select class="text-field" value={ruleset} onChange={({ currentTarget }) => go(`/rules/${currentTarget.value}`)}>
          {(catalogue.value?.rulesets ?? []).map(({ name, title }) => <option key={name} value={name}>{title}</option>)}
        </select>
      </label>
    </Rulebook>
  );
}
