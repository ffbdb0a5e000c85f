import { Page } from "../../parts/page.tsx";

export default function Player({ player }: { player: string }) {
  return (
    <Page title="Player">
      <h1>Player</h1>
    </Page>
  );
}
