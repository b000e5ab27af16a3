import { useState } from "react";
import { Link } from "wouter";
import { useFailing } from "../../api/use-failing.ts";
import { Notice } from "../../components/notice.tsx";
import { clockTime } from "../../explain/clock-time.ts";
import { fullTime } from "../../explain/times.ts";
import { useNow } from "../../session/use-now.ts";
import type { Account } from "./account-fields.ts";

const SAID = {
  fails: ["warn", "This account does not deliver", ""],
  changed: ["info", "Saved; not tried since", "Send a test, or send again what failed. Before: "],
  works: ["good", "It delivers again", "What failed is not sent again by itself. Before: "],
} as const;

interface FailingNoticeProps {
  readonly account: Account;
  /** A test through the account has just worked. */
  readonly isTested: boolean;
}

/**
 * Says why an account delivers nothing. After it was changed, the notice asks for a test; once the account works, it
 * still leads to the mails that failed, because nothing sends those again by itself.
 */
export function FailingNotice({ account: { id, updated_at }, isTested }: FailingNoticeProps) {
  const present = useFailing("sending_account_failing")?.get(id);
  const [last, setLast] = useState(present);
  const now = useNow();
  if (present !== undefined && present !== last) setLast(present);
  if (last === undefined) return null;
  const { text, since } = last;
  const isChanged = since !== undefined && updated_at > since;
  const state = isTested || (present === undefined && !isChanged) ? "works" : isChanged ? "changed" : "fails";
  const [kind, title, lead] = SAID[state];
  return (
    <Notice kind={kind} title={title}>
      <p className="t2">
        {lead}
        {text}{" "}
        {since && (
          <time dateTime={since} title={fullTime(since)}>
            {`Since ${clockTime(since, now)}.`}
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
