import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Status } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatTemplate } from "./template-draft.ts";
import { byName, languageText, qualityText, stateOf } from "./template-state.ts";

const COLUMNS: readonly Column<ChatTemplate>[] = [
  { header: "Template", isName: true, cell: ({ id, name }) => <Link to={`/chat-templates/${id}`}>{name}</Link> },
  {
    header: "Status",
    cell: (template) => {
      const { label, tone } = stateOf(template);
      return <Status tone={tone}>{label}</Status>;
    },
  },
  { header: "Quality", cell: ({ quality }) => <span className="t2">{qualityText(quality)}</span> },
  { header: "Category", cell: ({ category }) => category.toLowerCase() },
  { header: "Language", cell: ({ language }) => languageText(language) },
  { header: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
];

export function ChatTemplatesPage() {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["chat-templates"],
    queryFn: () => answerOf(api.GET("/api/v1/chat-templates")),
  });
  const create = (
    <ButtonLink to="/chat-templates/new" look="primary" icon="plus">
      Build a template
    </ButtonLink>
  );
  return (
    <Page
      title="Chat templates"
      about={<span className="s t3 cut desk">They reach customers who have not written within 24 hours</span>}
      actions={query.data?.length !== 0 && create}
      isWhole
    >
      <div className="body">
        <QueryView query={query} what="the chat templates">
          {(templates) =>
            templates.length > 0 ? (
              <DataTable
                caption="Chat templates"
                columns={COLUMNS}
                rows={byName(templates)}
                keyOf={({ id }) => id}
                isWhole
              />
            ) : (
              <EmptyState icon="chat-template" title="No chat template yet" action={create}>
                Write a first one: the rules are checked while you type, and the review takes minutes as a rule.
              </EmptyState>
            )
          }
        </QueryView>
      </div>
    </Page>
  );
}
