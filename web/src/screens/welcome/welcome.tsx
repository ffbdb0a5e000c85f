import { Page } from "../../parts/page.tsx";

export default function Welcome() {
  return (
    <Page title="Flipside">
      <h1>Flipside</h1>
    </Page>
  );
}
