import { Checkbox } from "@mantine/core";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Notice } from "../../../components/notice.tsx";
import { STATUS_TEXT } from "../../../explain/statuses.ts";
import type { Listed } from "../outcome.ts";
import type { RunKind } from "./run.ts";

interface ManyDialogProps {
  readonly kind: RunKind;
  readonly rows: readonly Listed[];
  /** The number of chosen notifications that the action does not concern. */
  readonly left: number;
  /** The number of chosen notifications that have been sent again before. */
  readonly repeated: number;
  readonly includesRepeated: boolean;
  readonly onInclude: (isIncluded: boolean) => void;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const count = (n: number): string => (n === 1 ? "1 notification" : `${n} notifications`);

/** Asks before many messages leave or are canceled, and says of which state they are. */
export function ManyDialog(props: ManyDialogProps) {
  const { kind, rows, left, repeated, includesRepeated, onInclude, onConfirm, onClose } = props;
  const isResend = kind === "resend";
  const verb = isResend ? `Send ${count(rows.length)} again` : `Cancel ${count(rows.length)}`;
  return (
    <Dialog title={`${verb}?`} onClose={onClose}>
      <div className="dialog-body">
        {isResend ? (
          rows.length > 0 && <p>Each is sent once more to all of its recipients: {statesOf(rows)}.</p>
        ) : (
          <p>What has not left yet does not leave. A canceled notification can be sent again.</p>
        )}
        {isResend && repeated > 0 && <Repeated {...{ repeated, includesRepeated, onInclude }} />}
        {left > 0 && <LeftOut left={left} why={isResend ? "not ended yet" : "not waiting any more"} />}
      </div>
      <footer className="form-actions">
        <Button onClick={onClose}>Back</Button>
        <Button
          look={isResend ? "primary" : "danger"}
          icon={isResend ? "sent" : "close"}
          disabled={rows.length === 0}
          onClick={onConfirm}
        >
          {verb}
        </Button>
      </footer>
    </Dialog>
  );
}

/** Says how many have been sent again before, which are left out unless somebody wants them once more. */
const Repeated = ({
  repeated,
  includesRepeated,
  onInclude,
}: Pick<ManyDialogProps, "repeated" | "includesRepeated" | "onInclude">) => (
  <Notice kind="warn">
    <p>
      {count(repeated)} of the choice {repeated === 1 ? "has" : "have"} been sent again before.
    </p>
    <Checkbox
      label={repeated === 1 ? "Send it once more" : "Send them once more"}
      checked={includesRepeated}
      onChange={({ currentTarget }) => onInclude(currentTarget.checked)}
    />
  </Notice>
);

const LeftOut = ({ left, why }: { readonly left: number; readonly why: string }) => (
  <p className="t2">
    {count(left)} of the choice {left === 1 ? "is" : "are"} left out: {why}.
  </p>
);

/** Gives a text such as `12 failed, 3 sent`, so that nobody by mistake sends a notification again that has arrived. */
function statesOf(rows: readonly Listed[]): string {
  const counts = new Map<Listed["status"], number>();
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, n]) => `${n} ${STATUS_TEXT[status].label.toLowerCase()}`).join(", ");
}
