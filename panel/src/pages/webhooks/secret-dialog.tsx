import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Notice } from "../../components/notice.tsx";

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** The one time that a webhook's secret is shown. */
export const SecretDialog = ({ secret, onClose }: SecretDialogProps) => (
  <Dialog title="The webhook's secret" onClose={onClose}>
    <Notice kind="warn">
      <p>Copy it now. It is stored encrypted, and nobody can show it again.</p>
    </Notice>
    <div className="dialog-body">
      <p>Your program verifies with it that a request is Herald's.</p>
      <pre className="code wrap">{secret}</pre>
      <div className="actions">
        <CopyButton text={secret} label="Copy the secret" />
      </div>
    </div>
    <div className="form-actions">
      <Button look="primary" onClick={onClose}>
        I have copied it
      </Button>
    </div>
  </Dialog>
);
