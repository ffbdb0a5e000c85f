import { Page } from "../../parts/page.tsx";

export default function Join({ code }: { code: string }) {
  return (
    <Page title="Invitation">
      <h1>Invitation</h1>
    </Page>
  );
}
