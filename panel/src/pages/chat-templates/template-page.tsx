import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { DeleteChatTemplate } from "./delete-template.tsx";
import { Languages } from "./languages.tsx";
import { PhonePreview } from "./phone-preview.tsx";
import { TemplateBuilder } from "./template-builder.tsx";
import { SendExample, TemplateFacts } from "./template-facts.tsx";
import { VariableNames } from "./variable-names.tsx";

const BACK = { to: "/chat-templates", label: "Chat templates" } as const;
/** The page polls, so that it shows the end of a review, which takes minutes. */
const REFRESH_MS = 3000;

/** Serves `/chat-templates/new` and the page of one template, which cannot be changed once it is submitted. */
export function ChatTemplatePage() {
  const { id } = useParams<{ id: string }>();
  if (id !== "new") return <KnownTemplate key={id} id={id} />;
  return (
    <Page title="Build a chat template" back={BACK} intro="The platform reviews it before it can be sent.">
      <TemplateBuilder />
    </Page>
  );
}

function KnownTemplate({ id }: { readonly id: string }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["chat-templates", id],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates/{id}", { params: { path: { id } } })),
    refetchInterval: pollEvery(REFRESH_MS, ({ remote_status }) => remote_status !== "PENDING"),
  });
  return (
    <QueryView query={query} what="the chat template">
      {(template) => (
        <Page title={template.name} back={BACK} about={<CopyButton text={template.id} label="Copy the id" isSmall />}>
          <div className="columns">
            <div className="stack">
              <TemplateFacts template={template} />
              <Languages template={template} />
              {template.parameters.length > 0 && !template.disabled && <VariableNames template={template} />}
              {template.can_send && <SendExample template={template} />}
            </div>
            <PhonePreview template={template} />
          </div>
          {!template.disabled && <DeleteChatTemplate template={template} />}
        </Page>
      )}
    </QueryView>
  );
}
