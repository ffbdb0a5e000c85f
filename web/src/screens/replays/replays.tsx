import { Page } from "../../parts/page.tsx";

export default function Replays() {
  return (
    <Page title="Replays">
      <h1>Replays</h1>
    </Page>
  );
}
