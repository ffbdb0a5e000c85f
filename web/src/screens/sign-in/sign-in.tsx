import { Page } from "../../parts/page.tsx";

export default function SignIn() {
  return (
    <Page title="Sign in">
      <h1>Sign in</h1>
    </Page>
  );
}
