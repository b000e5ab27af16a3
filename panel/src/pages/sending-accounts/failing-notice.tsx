import { Link } from "wouter";
import { useFailing } from "../../api/use-failing.ts";
import { Notice } from "../../components/notice.tsx";
import { clockTime } from "../../explain/clock-time.ts";
import { fullTime } from "../../explain/times.ts";
import type { Account } from "./account-fields.ts";

/** Why nothing leaves by an account, and what comes after mending it. */
export function FailingNotice({ account: { id, updated_at } }: { readonly account: Account }) {
  const concern = useFailing("sending_account_failing")?.get(id);
  if (concern === undefined) return null;
  const { text, since } = concern;
  const isChanged = since !== undefined && updated_at > since;
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
