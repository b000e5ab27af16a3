import type { ReactNode } from "react";
import { Link } from "wouter";
import { Fact } from "./fact.tsx";
import { Moment } from "./moment.tsx";
import type { Described } from "./outcome.ts";
import { SentFacts } from "./sent-facts.tsx";

/**
 * Shows who sent the notification, what the request contained, and the ids by which logs and programs name the
 * notification.
 */
export function RequestTab({ one }: { readonly one: Described }) {
  const { request, metadata = {} } = one;
  const pairs = Object.entries(metadata);
  return (
    <>
      <dl className="kv">
        <Fact name="API key">
          {request?.key && (
            <Link className="link" to="/api-keys">
              {request.key.name}
            </Link>
          )}
        </Fact>
        <Fact name="Person">{request?.person}</Fact>
        <Fact name="Request">{mono(request?.request_id)}</Fact>
        <Fact name="Idempotency">{mono(request?.idempotency_key)}</Fact>
        <Fact name="Repeats">
          {one.resent_from && (
            <Link className="link" to={`/notifications/${one.resent_from}`}>
              the one before
            </Link>
          )}
        </Fact>
        <Fact name="Sent again as">
          {one.resent_as.length > 0 && (
            <div className="stack">
              {one.resent_as.map((id) => (
                <Link key={id} className="link mono" to={`/notifications/${id}`}>
                  {id}
                </Link>
              ))}
            </div>
          )}
        </Fact>
        <Fact name="Conversation">
          {one.conversation_id && (
            <Link className="link" to={`/conversations/${one.conversation_id}`}>
              Open
            </Link>
          )}
        </Fact>
        <Fact name="Accepted">
          <Moment at={one.created_at} isExact />
        </Fact>
        <Fact name="Scheduled">{one.send_at && <Moment at={one.send_at} isExact />}</Fact>
        <Fact name="Attempts">
          {one.attempts} of {one.max_attempts}
        </Fact>
        <Fact name="Id">{mono(one.id)}</Fact>
        <Fact name="Trace">{mono(one.trace_id)}</Fact>
      </dl>
      {!request && <p className="s t3">Its request is no longer kept.</p>}
      <SentFacts one={one} />
      {pairs.length > 0 && (
        <>
          <p className="b sub-head">Metadata</p>
          <dl className="kv">
            {pairs.map(([name, value]) => (
              <Fact key={name} name={name}>
                <Link
                  className="link"
                  to={`/notifications?${new URLSearchParams({ metadata: `${name}=${value}` }).toString()}`}
                  title="All with this value"
                >
                  {value}
                </Link>
              </Fact>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

const mono = (text: string | undefined): ReactNode => text && <span className="mono">{text}</span>;
