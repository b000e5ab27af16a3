import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Snippets } from "../../components/snippets.tsx";
import { sendSnippets } from "../../explain/send-snippets.ts";
import { usePanel } from "../../session/session-context.tsx";
import { isJsonSample, type Samples } from "./samples.ts";
import type { EmailTemplate } from "./template-draft.ts";

interface SendByApiProps {
  readonly template: EmailTemplate;
  readonly variables: readonly string[];
  readonly samples: Samples;
  readonly onClose: () => void;
}

/** Shows how a program sends the template. */
export function SendByApi({ template: { id, alias }, variables, samples, onClose }: SendByApiProps) {
  const { config } = usePanel();
  const values = variables.map((name) => [name, Object.hasOwn(samples, name) ? samples[name] : "..."] as const);
  const data = values.filter(([, value]) => isJsonSample(value));
  const request = {
    recipient: "ana@example.com",
    template_id: alias ?? id,
    variables: Object.fromEntries(values.filter(([, value]) => !isJsonSample(value))),
    ...(data.length > 0 && { data: Object.fromEntries(data) }),
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
