import { Page } from "../../parts/page.tsx";

export default function Inbox() {
  return (
    <Page title="Inbox">
      <h1>Inbox</h1>
    </Page>
  );
}
