import { Page } from "../../parts/page.tsx";

export default function Games() {
  return (
    <Page title="Games">
      <h1>Games</h1>
    </Page>
  );
}
