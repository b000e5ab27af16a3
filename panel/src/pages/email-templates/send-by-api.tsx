import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Snippets } from "../../components/snippets.tsx";
import { sendSnippets } from "../../explain/send-snippets.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { EmailTemplate } from "./template-draft.ts";

interface SendByApiProps {
  readonly template: EmailTemplate;
  readonly variables: readonly string[];
  readonly samples: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** Shows how a program sends the template. */
export function SendByApi({ template: { id, alias }, variables, samples, onClose }: SendByApiProps) {
  const { config } = usePanel();
  const request = {
    recipient: "ana@example.com",
    template_id: alias ?? id,
    variables: Object.fromEntries(variables.map((name) => [name, samples[name] ?? "..."])),
  };
  return (
    <Dialog title="Send it by API" onClose={onClose} size={680}>
      <div className="stack">
        <p className="row wrap">
          <code className="mono">template_id: {alias ?? id}</code>
          <CopyButton text={id} label="Copy the id" isSmall />
        </p>
        <Snippets of={sendSnippets(config.base_url, request)} />
      </div>
    </Dialog>
  );
}
