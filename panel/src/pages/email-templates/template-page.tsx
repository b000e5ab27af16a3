import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { recordOf } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { TemplateEditor } from "./template-editor.tsx";

/** Serves `/email-templates/new` and the page of one template. */
export function TemplatePage() {
  const { id } = useParams<{ id: string }>();
  return id === "new" ? <TemplateEditor /> : <KnownTemplate key={id} id={id} />;
}

function KnownTemplate({ id }: { readonly id: string }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["email-templates", id],
    queryFn: () => recordOf(api.GET("/api/v1/templates/{id}", { params: { path: { id } } })),
  });
  if (query.data !== undefined) return <TemplateEditor template={query.data} />;
  return (
    <Page title="Email template" back={{ to: "/email-templates", label: "Email templates" }}>
      <QueryView query={query} what="the email template">
        {() => null}
      </QueryView>
    </Page>
  );
}
