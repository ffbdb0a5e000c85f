import { Page } from "../../parts/page.tsx";

export default function Table({ id }: { id: string }) {
  return (
    <Page title="Table">
      <h1>Table</h1>
    </Page>
  );
}
