import { Page } from "../../parts/page.tsx";

export default function Rules({ ruleset }: { ruleset: string }) {
  return (
    <Page title="Rules">
      <h1>Rules</h1>
    </Page>
  );
}
