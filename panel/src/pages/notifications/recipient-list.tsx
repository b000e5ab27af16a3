import { Status } from "../../components/status.tsx";
import { clockTime } from "../../explain/clock-time.ts";
import type { Timeline } from "../../explain/timeline.ts";
import type { Tone } from "../../explain/tone.ts";
import { useNow } from "../../session/use-now.ts";
import { type Described, outcomeOf } from "./outcome.ts";
import { Response } from "./response.tsx";
import { StopSending } from "./stop-sending.tsx";

type Recipient = Timeline["recipients"][number];
type Code = NonNullable<Recipient["explanation"]>["code"];

interface RecipientListProps {
  readonly one: Described;
  readonly timeline: Timeline;
}

/** The service is asked for the suppressions of so many recipients of a mail; the others have the button in any case. */
const MOST_ASKED = 5;

/** Short names of causes; the full sentence stands below. */
const CAUSES: Partial<Record<Code, string>> = {
  mailbox_not_found: "No such mailbox",
  mailbox_disabled: "Mailbox disabled",
  mailbox_full: "Mailbox full",
  domain_takes_no_mail: "No mail there",
  address_invalid: "Address invalid",
};

/** Lists every recipient with its own outcome, or one line when all had the same. */
export function RecipientList({ one, timeline: { recipients, explanation } }: RecipientListProps) {
  return (
    <ul className="box recipients" aria-label="Recipients">
      {one.recipients_count === 1 || recipients.length === 0 ? (
        <All one={one} recipient={recipients[0]} code={recipients[0]?.explanation?.code ?? explanation.code} />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: addresses may be gone, and may repeat
        recipients.map((recipient, place) => <One key={place} place={place} recipient={recipient} one={one} />)
      )}
    </ul>
  );
}

interface AllProps {
  readonly one: Described;
  readonly recipient: Recipient | undefined;
  /** Explains the outcome of the only recipient. */
  readonly code: Code;
}

/** Shows one line for all recipients; the timeline explains the reason. */
function All({ one, recipient, code }: AllProps) {
  const { recipient: address, recipients_count: count, status } = one;
  const { label, tone } = outcomeOf(one, useNow());
  const cause = recipient && causeOf(recipient);
  return (
    <li>
      <div className="row">
        <span className="s t3 role">To</span>
        <bdi className="b any-break">{address ?? "no longer stored"}</bdi>
        {count > 1 && <span className="s t3">and {count - 1 === 1 ? "1 copy" : `${count - 1} copies`}</span>}
        <span className="grow" />
        <Status tone={tone}>{status === "failed" ? (cause ?? label) : label}</Status>
      </div>
      {count === 1 && address && <StopSending recipient={address} code={code} isAsked />}
    </li>
  );
}

interface OneProps {
  readonly place: number;
  readonly recipient: Recipient;
  readonly one: Described;
}

function One({ place, recipient, one }: OneProps) {
  const { address, explanation, result, text } = recipient;
  const [label, tone] = resultOf(recipient, one, useNow());
  return (
    <li>
      <div className="row">
        <span className="s t3 role">{place === 0 ? "To" : "Copy"}</span>
        <bdi className={place === 0 ? "b any-break" : "any-break"}>{address ?? "no longer stored"}</bdi>
        <span className="grow" />
        <Status tone={tone}>{label}</Status>
      </div>
      {explanation && <p className="s t3">{explanation.summary}</p>}
      {explanation && text && result !== "suppressed" && (
        <Response text={text} label="SMTP response" isOpen={result === "refused"} />
      )}
      {address && <StopSending recipient={address} code={explanation?.code} isAsked={place < MOST_ASKED} />}
    </li>
  );
}

const causeOf = ({ explanation }: Recipient): string | undefined => explanation && CAUSES[explanation.code];

/** Results that no cause explains better. */
const SHOWN: Partial<Record<Recipient["result"], readonly [label: string, tone: Tone]>> = {
  accepted: ["Delivered", "ok"],
  delivered: ["Delivered", "ok"],
  suppressed: ["Suppressed", "bad"],
  complained: ["Complained", "bad"],
};

function resultOf(recipient: Recipient, one: Described, now: number): readonly [label: string, tone: Tone] {
  const { result } = recipient;
  const shown = SHOWN[result];
  if (shown) return shown;
  const cause = causeOf(recipient);
  if (result === "refused") return [cause ?? "Refused", "bad"];
  if (result === "bounced") return [cause ?? "Came back", "bad"];
  const { status, next_attempt_at: next } = one;
  if (status === "pending") return [next ? `Retry at ${clockTime(next, now)}` : "Postponed", "wait"];
  return [cause ?? "Not reached", status === "processing" ? "wait" : "bad"];
}
