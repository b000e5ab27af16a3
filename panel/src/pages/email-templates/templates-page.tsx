import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Schemas } from "../../api/schemas.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Time } from "../../components/time.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { allTemplates } from "./all-templates.ts";

const COLUMNS: readonly Column<Schemas["EmailTemplate"]>[] = [
  { header: "Name", isName: true, cell: ({ id, name }) => <Link to={`/email-templates/${id}`}>{name}</Link> },
  { header: "Subject", cell: ({ subject }) => subject },
  { header: "Kind", cell: ({ body_type }) => (body_type === "html" ? "HTML" : "Text") },
  { header: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
];

export function TemplatesPage() {
  const { api } = usePanel();
  const query = useQuery({ queryKey: ["email-templates"], queryFn: () => allTemplates(api) });
  const create = (
    <>
      <ButtonLink to="/email-templates/start" icon="template">
        Start from an example
      </ButtonLink>
      <ButtonLink to="/email-templates/new" look="primary" icon="plus">
        Write a template
      </ButtonLink>
    </>
  );
  return (
    <Page
      title="Email templates"
      about={<span className="s t3 cut desk">Subjects and bodies with variables; what is queued keeps its text</span>}
      isWhole
      actions={create}
    >
      <div className="body">
        <QueryView query={query} what="the email templates">
          {(templates) =>
            templates.length > 0 ? (
              <DataTable caption="Email templates" columns={COLUMNS} rows={templates} keyOf={({ id }) => id} isWhole />
            ) : (
              <EmptyState icon="template" title="No email template yet" action={create}>
                A template keeps wording out of your programs: they send its id and the variables. The examples are
                whole mails, such as a receipt or an invitation, that you make your own.
              </EmptyState>
            )
          }
        </QueryView>
      </div>
    </Page>
  );
}
