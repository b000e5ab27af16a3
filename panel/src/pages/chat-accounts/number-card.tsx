import { useQuery } from "@tanstack/react-query";
import { answerOf, type Schemas } from "../../api/client.ts";
import { QueryView } from "../../components/query-view.tsx";
import { Status } from "../../components/status.tsx";
import type { Tone } from "../../explain/tone.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { ChatAccount } from "./account-draft.ts";

const QUALITY: ReadonlyMap<string, readonly [text: string, tone: Tone]> = new Map([
  ["GREEN", ["Good", "ok"]],
  ["YELLOW", ["Middling: customers have reported messages", "part"]],
  ["RED", ["Low: the platform may limit the number", "bad"]],
]);

/** Shows the number as receivers see it, with the quality rating of the platform. */
export function NumberCard({ account: { id } }: { readonly account: ChatAccount }) {
  const { api } = usePanel();
  const query = useQuery({
    queryKey: ["chat-account-number", id],
    queryFn: () => answerOf(api.GET("/admin/api/chat-accounts/{id}/number", { params: { path: { id } } })),
  });
  return (
    <section className="card" aria-labelledby="number">
      <h2 id="number">The number</h2>
      <QueryView query={query} what="the number">
        {(number) => (number.linked ? <Facts number={number} /> : <NotLinked />)}
      </QueryView>
      <p className="s t3">
        How many messages it may send is the platform's to say: the cloud provider has no call for it. WhatsApp Manager
        shows it as the messaging limit.
      </p>
    </section>
  );
}

const NotLinked = () => (
  <p>
    <Status tone="bad">Not linked</Status> The cloud provider knows no such number.
  </p>
);

function Facts({
  number: { display_name, display_number, quality },
}: {
  readonly number: Schemas["ChatAccountNumber"];
}) {
  const [text, tone] = QUALITY.get(quality ?? "") ?? ([quality ?? "Not known yet", "note"] as const);
  return (
    <dl className="facts">
      <dt>Name</dt>
      <dd>{display_name ?? "–"}</dd>
      <dt>Number</dt>
      <dd className="num">{display_number ?? "–"}</dd>
      <dt>Quality</dt>
      <dd>
        <Status tone={tone}>{text}</Status>
      </dd>
    </dl>
  );
}
