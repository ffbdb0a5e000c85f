import { Page } from "../../parts/page.tsx";

export default function NewTable() {
  return (
    <Page title="New table">
      <h1>New table</h1>
    </Page>
  );
}
