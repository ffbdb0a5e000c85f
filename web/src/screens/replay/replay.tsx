import { Page } from "../../parts/page.tsx";

export default function Replay({ id }: { id: string }) {
  return (
    <Page title="Replay">
      <h1>Replay</h1>
    </Page>
  );
}
