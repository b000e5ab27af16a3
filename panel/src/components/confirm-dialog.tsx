import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./problem.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** Explains the consequences and what stays as it is. */
  readonly children: ReactNode;
  readonly verb: string;
  readonly isBusy: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. */
export const ConfirmDialog = ({ title, children, verb, isBusy, error, onConfirm, onClose }: ConfirmDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <div className="dialog-body">{children}</div>
    {error != null && <Problem error={error} />}
    <footer className="form-actions">
      <Button data-autofocus onClick={onClose}>
        Keep it
      </Button>
      <Button look="danger" isBusy={isBusy} onClick={onConfirm}>
        {verb}
      </Button>
    </footer>
  </Dialog>
);
