import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { Page } from "../../components/page.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import type { Timeline } from "../../explain/timeline.ts";
import { usePanel } from "../../session/session-context.tsx";
import { RecipientTable } from "./recipient-table.tsx";
import { SenderActions } from "./sender-actions.tsx";
import { TimelineCard } from "./timeline-card.tsx";

const REFRESH_MS = 3000;
const BACK = { to: "/notifications", label: "Notifications" } as const;

const isSettled = ({ status }: Timeline): boolean => status === "sent" || status === "failed" || status === "canceled";

/** Its sender's words about it. */
const Given = ({
  timeline: { send_at: sendAt, metadata = {}, resent_from: first },
}: {
  readonly timeline: Timeline;
}) => (
  <>
    {sendAt && (
      <p>
        Scheduled: <Time at={sendAt} />
      </p>
    )}
    {first && (
      <p>
        Sends again <Link to={`/notifications/${first}`}>another one</Link>
      </p>
    )}
    {Object.entries(metadata).map(([name, value]) => (
      <p key={name}>
        <Link to={`/notifications?${new URLSearchParams({ metadata: `${name}=${value}` }).toString()}`}>
          {name}: {value}
        </Link>
      </p>
    ))}
  </>
);

export function NotificationPage() {
  const { api } = usePanel();
  const { id } = useParams<{ id: string }>();
  const query = useQuery({
    queryKey: ["notifications", "timeline", id],
    queryFn: () => answerOf(api.GET("/panel/api/notifications/{id}/timeline", { params: { path: { id } } })),
    refetchInterval: pollEvery(REFRESH_MS, isSettled),
  });
  return (
    <Page title="What happened" back={BACK} intro={<code>{id}</code>}>
      <QueryView query={query} what="the notification">
        {(timeline) => (
          <>
            <p className="row wrap" role="status">
              <StatusBadge of={timeline} />
              {timeline.explanation.summary}
            </p>
            <Given timeline={timeline} />
            <SenderActions timeline={timeline} />
            <TimelineCard timeline={timeline} />
            {timeline.recipients.length > 0 && <RecipientTable recipients={timeline.recipients} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}
