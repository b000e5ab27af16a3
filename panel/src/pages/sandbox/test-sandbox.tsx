import { Page } from "../../components/page.tsx";
import { ClockBar } from "./clock-bar.tsx";

export const TestSandbox = () => (
  <Page title="Sandbox" isWhole>
    <ClockBar />
  </Page>
);
