import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { doneOf, recordOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { useFailing } from "../../api/use-failing.ts";
import { DeleteCard } from "../../components/delete-card.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { clockTime } from "../../explain/clock-time.ts";
import { usePanel } from "../../session/session-context.tsx";
import { useNow } from "../../session/use-now.ts";
import { Deliveries } from "./deliveries.tsx";
import { ReplayCard } from "./replay-card.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { TestWebhook } from "./test-webhook.tsx";
import type { Webhook, WebhookWithSecret } from "./webhook-draft.ts";
import { WebhookForm } from "./webhook-form.tsx";

const REFRESH_MS = 5000;
const BACK = { to: "/events/webhooks", label: "Webhooks" } as const;

/** Serves `/events/webhooks/new` and the page of one webhook. */
export function WebhookPage() {
  const { id } = useParams<{ id: string }>();
  return id === "new" ? <NewWebhook /> : <KnownWebhook key={id} id={id} />;
}

function NewWebhook() {
  const [, navigate] = useLocation();
  const [created, setCreated] = useState<WebhookWithSecret>();
  return (
    <Page title="Add a webhook" back={BACK} intro="It gets what happens from then on.">
      <WebhookForm onCreated={setCreated} />
      {created && <SecretDialog secret={created.secret} onClose={() => navigate(`/events/webhooks/${created.id}`)} />}
    </Page>
  );
}

function KnownWebhook({ id }: { readonly id: string }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["webhooks", id],
    queryFn: () => recordOf(api.GET("/api/v1/webhooks/{id}", { params: { path: { id } } })),
    // The service disables a webhook that fails for long, and the page tells it while it is open.
    refetchInterval: pollEvery(REFRESH_MS),
  });
  return (
    <QueryView query={query} what="the webhook">
      {(webhook) => (
        <Page title={webhook.description || "Webhook"} back={BACK} intro={<code>{webhook.url}</code>}>
          {webhook.status === "disabled" ? <Disabled webhook={webhook} /> : <Failing webhook={webhook} />}
          <div className="main-aside">
            <div className="stack">
              <TestWebhook webhook={webhook} />
              <Deliveries webhook={webhook} />
              <ReplayCard webhook={webhook} />
            </div>
            <div className="stack">
              <WebhookForm webhook={webhook} />
              <RotateSecret webhook={webhook} />
              <DeleteWebhook webhook={webhook} />
            </div>
          </div>
        </Page>
      )}
    </QueryView>
  );
}

const Disabled = ({ webhook: { disabled_reason } }: { readonly webhook: Webhook }) => (
  <Notice kind="warn" title="It is disabled: nothing is sent.">
    {disabled_reason && <p>{disabled_reason}</p>}
    <p>Enable it here. It then gets what happens from that moment on; a replay sends the rest.</p>
  </Notice>
);

/** Leads to the answers of the receiver, which the newest deliveries that wait may hide. */
function Failing({ webhook: { id } }: { readonly webhook: Webhook }) {
  const failing = useFailing("webhook_failing")?.get(id);
  const now = useNow();
  if (failing === undefined) return null;
  const { text, since } = failing;
  return (
    <Notice kind="warn" title={since ? `It fails, last at ${clockTime(since, now)}` : "It fails"}>
      <p>
        {text} Each waiting event is tried again at its own time.{" "}
        <Link className="link" to={`/events/webhooks/${id}?status=failed`}>
          What it answered
        </Link>
      </p>
    </Notice>
  );
}

function DeleteWebhook({ webhook: { id, url } }: { readonly webhook: Webhook }) {
  const { api } = usePanel();
  return (
    <DeleteCard
      what="the webhook"
      name={url}
      hint="Events stay in the feed for 30 days."
      remove={() => doneOf(api.DELETE("/api/v1/webhooks/{id}", { params: { path: { id } } }))}
      leave={{ to: BACK.to, gone: ["webhooks", id] }}
    >
      <p>Nothing is sent to it any more, and what waits for another try is given up.</p>
    </DeleteCard>
  );
}
