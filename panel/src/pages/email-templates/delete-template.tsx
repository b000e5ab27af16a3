import { doneOf } from "../../api/client.ts";
import { DeleteCard } from "../../components/delete-card.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { EmailTemplate } from "./template-draft.ts";

export function DeleteTemplate({ template: { id, name } }: { readonly template: EmailTemplate }) {
  const { api } = usePanel();
  return (
    <DeleteCard
      what="the template"
      name={name}
      hint="Programs that still send its id are refused. What is queued keeps its text."
      remove={() => doneOf(api.DELETE("/api/v1/templates/{id}", { params: { path: { id } } }))}
      leave={{ to: "/email-templates", gone: ["email-templates", id] }}
    >
      <p>Programs that still send this template's id will be refused.</p>
    </DeleteCard>
  );
}
