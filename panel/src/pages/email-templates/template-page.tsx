import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "wouter";
import { answerOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { DeleteTemplate } from "./delete-template.tsx";
import type { EmailTemplate } from "./template-draft.ts";
import { TemplateEditor } from "./template-editor.tsx";
import { TemplateVersions } from "./template-versions.tsx";

const BACK = { to: "/email-templates", label: "Email templates" } as const;

/** `/email-templates/new`, and one template. */
export function TemplatePage() {
  const { id } = useParams<{ id: string }>();
  if (id !== "new") return <KnownTemplate id={id} />;
  return (
    <Page title="Write an email template" back={BACK}>
      <TemplateEditor />
    </Page>
  );
}

function KnownTemplate({ id }: { readonly id: string }) {
  const { api } = usePanel();
  // The editor starts again with what was restored.
  const [restored, setRestored] = useState<number>();
  const query = useQuery({
    queryKey: ["email-templates", id],
    queryFn: () => answerOf(api.GET("/api/v1/templates/{id}", { params: { path: { id } } })),
  });
  return (
    <QueryView query={query} what="the email template">
      {(template) => (
        <Page title={template.name} back={BACK} intro={<Reference template={template} />}>
          <TemplateEditor key={restored} template={template} />
          <TemplateVersions template={template} onRestored={setRestored} />
          <DeleteTemplate template={template} />
        </Page>
      )}
    </QueryView>
  );
}

/** How a send names the template: by its alias, where there is one, or its id. */
const Reference = ({ template: { id, alias } }: { readonly template: EmailTemplate }) => (
  <>
    <code>template_id: {alias ?? id}</code>
    {alias !== undefined && (
      <>
        {" or "}
        <code>{id}</code>
      </>
    )}
  </>
);
