import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../api/client.ts";
import { ButtonLink } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Time } from "../../components/time.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { WebhookBadge } from "./webhook-badge.tsx";
import { typesText, type Webhook } from "./webhook-draft.ts";

const COLUMNS: readonly Column<Webhook>[] = [
  {
    header: "Address",
    isName: true,
    cell: ({ id, url }) => (
      <Link to={`/events/webhooks/${id}`} className="cut">
        {url}
      </Link>
    ),
  },
  { header: "Status", cell: (webhook) => <WebhookBadge webhook={webhook} /> },
  { header: "Events", cell: ({ event_types }) => typesText(event_types) },
  { header: "Description", cell: ({ description }) => description || "–" },
  { header: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
];

export function WebhooksPage() {
  const { api } = usePanel();
  const query = useQuery({ queryKey: ["webhooks"], queryFn: () => answerOf(api.GET("/api/v1/webhooks")) });
  const create = (
    <ButtonLink to="/events/webhooks/new" look="primary" icon="plus">
      Add a webhook
    </ButtonLink>
  );
  return (
    <Page
      title="Webhooks"
      about={<span className="s t3 cut desk">Addresses of yours that events are posted to, signed</span>}
      isWhole
      actions={query.data?.length !== 0 && create}
    >
      <div className="body">
        <QueryView query={query} what="the webhooks">
          {(webhooks) =>
            webhooks.length > 0 ? (
              <DataTable caption="Webhooks" columns={COLUMNS} rows={webhooks} keyOf={({ id }) => id} isWhole />
            ) : (
              <EmptyState icon="webhook" title="No webhook yet" action={create}>
                Your program hears of every delivery, failure and answer without asking.
              </EmptyState>
            )
          }
        </QueryView>
      </div>
    </Page>
  );
}
