import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Problem } from "../../components/problem.tsx";
import { useKeys } from "../../layout/shortcuts.ts";
import { type Described, isOver, waitsForRetry } from "./outcome.ts";
import { SendAgain } from "./send-again.tsx";
import type { SenderActions } from "./use-sender-actions.ts";

interface SheetActionsProps {
  readonly one: Described;
  readonly actions: SenderActions;
  readonly onOtherAddress: () => void;
}

/** Lets the sender cancel or hurry a waiting notification, and send it again once it is over. */
export function SheetActions({ one, actions, onOtherAddress }: SheetActionsProps) {
  const { retry, cancel, resend } = actions;
  const canRetry = waitsForRetry(one);
  useKeys({ r: canRetry && !retry.isPending ? () => retry.mutate() : undefined });
  return (
    <>
      <div className="actions">
        {isOver(one) && <SendAgain one={one} resend={resend} onOtherAddress={onOtherAddress} />}
        {canRetry && (
          <Button look="primary" icon="retry" isBusy={retry.isPending} onClick={() => retry.mutate()}>
            Retry now
          </Button>
        )}
        {one.status === "pending" && (
          <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel it
          </Button>
        )}
        <CopyButton text={one.id} label="Copy id" />
      </div>
      <Problems actions={actions} />
    </>
  );
}

const Problems = ({ actions: { retry, cancel, resend } }: { readonly actions: SenderActions }) => (
  <>
    {retry.isError && <Problem title="Not retried" error={retry.error} />}
    {cancel.isError && <Problem title="Not canceled" error={cancel.error} />}
    {resend.isError && <Problem title="Not sent again" error={resend.error} />}
  </>
);
