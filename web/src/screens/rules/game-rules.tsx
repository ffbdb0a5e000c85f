import { Page } from "../../parts/page.tsx";

export default function GameRules({ game }: { game: string }) {
  return (
    <Page title="Rules">
      <h1>Rules</h1>
    </Page>
  );
}
