import { useState } from "react";
import { Link } from "wouter";
import { useFailing } from "../../api/use-failing.ts";
import { Notice } from "../../components/notice.tsx";
import { clockTime } from "../../explain/clock-time.ts";
import { fullTime } from "../../explain/times.ts";
import type { Account } from "./account-fields.ts";

/** Says why an account delivers nothing. After it was changed, the notice asks for a test. */
export function FailingNotice({ account: { id, updated_at } }: { readonly account: Account }) {
  const present = useFailing("sending_account_failing")?.get(id);
  const [last, setLast] = useState(present);
  if (present !== undefined && present !== last) setLast(present);
  if (last === undefined) return null;
  const { text, since } = last;
  const isChanged = since !== undefined && updated_at > since;
  if (present === undefined && !isChanged) return null;
  return (
    <Notice
      kind={isChanged ? "info" : "warn"}
      title={isChanged ? "Saved; not tried since" : "This account does not deliver"}
    >
      <p className="t2">
        {isChanged ? "Send a test, or send again what failed. Before: " : ""}
        {text}{" "}
        {since && (
          <time dateTime={since} title={fullTime(since)}>
            {`Since ${clockTime(since, Date.now())}.`}
          </time>
        )}
      </p>
      <p>
        <Link className="link" to={`/notifications?status=failed&account_id=${id}`}>
          Mails that failed
        </Link>
      </p>
    </Notice>
  );
}
