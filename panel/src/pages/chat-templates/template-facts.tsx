import { answerOf } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import { Snippets } from "../../components/snippets.tsx";
import { Status } from "../../components/status.tsx";
import { useToast } from "../../components/toast.tsx";
import { sendSnippets } from "../../explain/send-snippets.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatTemplate } from "./template-draft.ts";
import { exampleSend, qualityText, stateOf } from "./template-state.ts";

export function TemplateFacts({ template }: { readonly template: ChatTemplate }) {
  const { label, tone, meaning } = stateOf(template);
  const sync = useSync(template.id);
  return (
    <section className="card" aria-labelledby="status">
      <div className="row-between">
        <h2 id="status" className="row">
          Status <Status tone={tone}>{label}</Status>
        </h2>
        {!template.disabled && (
          <Button isBusy={sync.isPending} onClick={() => sync.mutate()}>
            Ask the platform
          </Button>
        )}
      </div>
      <p>{meaning}</p>
      {template.rejected_reason && <p>The platform's reason: {template.rejected_reason}</p>}
      {sync.isError && <Problem title="Not asked" error={sync.error} />}
      <dl className="facts">
        <dt>Category</dt>
        <dd>{template.category.toLowerCase()}</dd>
        <dt>Language</dt>
        <dd>{template.language}</dd>
        <dt>Quality</dt>
        <dd>{qualityText(template.quality)}</dd>
        <dt>Platform's id</dt>
        <dd>
          <code>{template.provider_template_id}</code>
        </dd>
      </dl>
    </section>
  );
}

function useSync(id: string) {
  const toast = useToast();
  return useAction({
    run: (_, { api }) => answerOf(api.POST("/api/v1/chat-templates/{id}/sync", { params: { path: { id } } })),
    onSuccess: (template) => toast(`The platform says: ${stateOf(template).label.toLowerCase()}.`),
  });
}

export function SendExample({ template }: { readonly template: ChatTemplate }) {
  const { config } = usePanel();
  return (
    <section className="card" aria-labelledby="send-example">
      <h2 id="send-example">Send it</h2>
      <Snippets of={sendSnippets(config.base_url, exampleSend(template))} />
    </section>
  );
}
