import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ToneIcon } from "../../components/status.tsx";

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** The secret of a webhook is shown only this once. */
export const SecretDialog = ({ secret, onClose }: SecretDialogProps) => (
  <Dialog title="The webhook's secret" onClose={onClose}>
    <div className="stack tight">
      <p className="t2">Your program verifies with it that a request is Herald's.</p>
      <div className="secret">
        <code className="mono grow">{secret}</code>
        <CopyButton text={secret} label="Copy" name="Copy the secret" isSmall isFirst />
      </div>
      <p className="row s t2">
        <ToneIcon tone="part" />
        Store it now: it is kept encrypted, and nobody can show it again.
      </p>
    </div>
    <div className="form-actions">
      <Button look="primary" onClick={onClose}>
        I have copied it
      </Button>
    </div>
  </Dialog>
);
