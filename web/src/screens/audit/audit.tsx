import { Page } from "../../parts/page.tsx";

export default function Audit({ id }: { id?: string }) {
  return (
    <Page title="Audit">
      <h1>Audit</h1>
    </Page>
  );
}
