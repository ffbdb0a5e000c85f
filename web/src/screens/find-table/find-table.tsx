import { Page } from "../../parts/page.tsx";

export default function FindTable() {
  return (
    <Page title="Tables">
      <h1>Tables</h1>
    </Page>
  );
}
