import { Link } from "wouter";
import { fieldErrorsOf } from "../../api/field-errors.ts";
import { Notice } from "../../components/notice.tsx";
import { Problem } from "../../components/problem.tsx";
import { ToneIcon } from "../../components/status.tsx";
import { wasAcceptedBefore } from "./use-send.ts";

interface NotSentProps {
  readonly error: unknown;
  /** The fields of the request that show their own messages. */
  readonly fields: readonly string[];
}

/** Says why the message was not accepted, unless a field of the form says it. */
export function NotSent({ error, fields }: NotSentProps) {
  if (wasAcceptedBefore(error)) return <SentBefore />;
  const isMarked = fields.some((field) => fieldErrorsOf(error)(field, field) !== undefined);
  if (!isMarked) return <Problem title="Not sent" error={error} />;
  return (
    <div className="notice wrong" role="alert">
      <ToneIcon tone="bad" />
      <p>Not sent. What is wrong stands at its field.</p>
    </div>
  );
}

const SentBefore = () => (
  <div role="alert">
    <Notice kind="warn" title="An earlier try of this form was accepted">
      <p>
        Its answer was lost, and the text has changed since.{" "}
        <Link className="link" to="/notifications">
          See what was sent
        </Link>
        . Send again only if you want a second message.
      </p>
    </Notice>
  </div>
);
