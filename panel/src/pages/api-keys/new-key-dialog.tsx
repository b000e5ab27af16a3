import { useState } from "react";
import type { Schemas } from "../../api/schemas.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Snippets } from "../../components/snippets.tsx";
import { ToneIcon } from "../../components/status.tsx";
import { FIRST_REQUEST, sendSnippets } from "../../explain/send-snippets.ts";
import { usePanel } from "../../session/session-context.tsx";
import { dayText } from "./key-facts.ts";
import { SendByKey } from "./send-by-key.tsx";

interface NewKeyDialogProps {
  readonly apiKey: Schemas["NewApiKey"];
  readonly onClose: () => void;
}

/** The key is shown this once, so closing asks for confirmation, except by the last button. */
export function NewKeyDialog({ apiKey: { name, key, expires_at, permissions, mode }, onClose }: NewKeyDialogProps) {
  const { config } = usePanel();
  const guides = config.tools.find(({ label }) => label === "Guides");
  const maySend = permissions === undefined || permissions.includes("notifications:send");
  const [step, setStep] = useState<"shown" | "asked" | "test">("shown");
  return (
    <Dialog title={`Key created: ${name}`} size={600} onClose={() => setStep(step === "asked" ? "shown" : "asked")}>
      <div className="stack">
        <p className="t2">
          {expires_at === undefined ? "It works until it is revoked." : `It expires on ${dayText(expires_at)}.`}
          {mode === "test" && " It is a key of test mode: its mails go to the sandbox."}
        </p>
        <div className="stack tight">
          <div className="secret">
            <code className="mono grow">{key}</code>
            <CopyButton text={key} label="Copy" name="Copy the key" isSmall isFirst />
          </div>
          <p className="row s t2">
            <ToneIcon tone="part" />
            Store it now: it is shown this once, and cannot be read again.
          </p>
        </div>
        <Snippets of={sendSnippets(config.base_url, FIRST_REQUEST)} />
        {step === "test" && <SendByKey apiKey={key} mode={mode ?? "live"} />}
        {step === "asked" ? (
          <AskToLeave onStay={() => setStep("shown")} onLeave={onClose} />
        ) : (
          <div className="row wrap">
            {guides && (
              <a className="link" href={`${guides.url}/quickstart`} target="_blank" rel="noreferrer">
                Quickstart
              </a>
            )}
            <span className="grow" />
            {step === "shown" && maySend && <Button onClick={() => setStep("test")}>Send a test…</Button>}
            <Button look="primary" onClick={onClose}>
              I have stored it
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

const AskToLeave = ({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) => (
  <div className="notice" role="alert">
    <ToneIcon tone="part" />
    <p className="grow">
      <strong className="b">Is it stored?</strong> Nobody can show it again.
    </p>
    <div className="actions">
      {/* biome-ignore lint/a11y/noAutofocus: the focus starts on the answer that loses nothing */}
      <Button isSmall autoFocus onClick={onStay}>
        Back to the key
      </Button>
      <Button isSmall onClick={onLeave}>
        Close
      </Button>
    </div>
  </div>
);
