import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";
import { useSwitchMode } from "./use-switch-mode.ts";

/** Stands in test mode for the pages of administrators, which are about the deployment itself. */
export function LiveOnlyPage() {
  const switchMode = useSwitchMode();
  return (
    <Page title="Administration">
      <EmptyState
        icon="test"
        title="This page is about live mode only"
        action={
          <Button look="primary" onClick={() => switchMode("live", location.pathname)}>
            Go to live mode
          </Button>
        }
      >
        Test mode has a chat account of its own, which needs no administration.
      </EmptyState>
    </Page>
  );
}
