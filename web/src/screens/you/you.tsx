import { Page } from "../../parts/page.tsx";

export default function You({ page }: { page?: string }) {
  return (
    <Page title="You">
      <h1>You</h1>
    </Page>
  );
}
