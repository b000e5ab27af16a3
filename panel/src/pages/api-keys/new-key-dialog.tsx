import type { Schemas } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { exampleCurl } from "./example-curl.ts";

interface NewKeyDialogProps {
  readonly apiKey: Schemas["NewApiKey"];
  readonly onClose: () => void;
}

/** The one time that a key's text is shown. */
export function NewKeyDialog({ apiKey: { name, key }, onClose }: NewKeyDialogProps) {
  const { config } = usePanel();
  const curl = exampleCurl(config.base_url, key);
  return (
    <Dialog title={`The key “${name}”`} onClose={onClose}>
      <Notice kind="warn">
        <p>Copy it now. It is not stored, so nobody can show it again.</p>
      </Notice>
      <div className="dialog-body">
        <h3 className="vh">Key</h3>
        <pre className="code wrap">{key}</pre>
        <div className="actions">
          <CopyButton text={key} label="Copy the key" />
        </div>
        <h3>Try it</h3>
        <p className="t2">This sends a first email. Put your own address in.</p>
        <pre className="code wrap">{curl}</pre>
        <div className="actions">
          <CopyButton text={curl} label="Copy the command" />
        </div>
      </div>
      <div className="form-actions">
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </div>
    </Dialog>
  );
}
