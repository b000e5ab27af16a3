import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { useSwitchMode } from "../../layout/use-switch-mode.ts";

/** Says what test mode is and leads into it. */
export function LiveSandbox() {
  const switchMode = useSwitchMode();
  return (
    <Page title="Sandbox">
      <EmptyState
        icon="test"
        title="The sandbox belongs to test mode"
        action={
          <Button look="primary" onClick={() => switchMode("test", "/sandbox")}>
            Go to test mode
          </Button>
        }
      >
        Test mode has data of its own. Its mails come here instead of to their recipients, its customers are here, and
        its clock can be moved ahead.
      </EmptyState>
    </Page>
  );
}
