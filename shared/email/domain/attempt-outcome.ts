import type { AttemptOutcome } from "../../notifications/domain/delivery.ts";
import type { RecipientRecord } from "../../notifications/domain/notification.ts";
import type { MailOutcome, RecipientOutcome } from "./mail.ts";
import { MAIL_CAUSES } from "./mail-causes.ts";

/** A recipient's response is cut to this length, which explains the outcome without growing the record. */
const MAX_TEXT_CHARACTERS = 200;

/** Returns the positions of the recipients that the server has neither accepted nor finally refused yet. */
export function owedTo(count: number, records: readonly RecipientRecord[] = []): number[] {
  const settled = new Set(records.filter((one) => one.result !== "deferred").map((one) => one.to));
  return Array.from({ length: count }, (_, to) => to).filter((to) => !settled.has(to));
}

export interface AttemptedMail {
  readonly addresses: readonly string[];
  /** The results of earlier attempts for single recipients. */
  readonly records: readonly RecipientRecord[] | undefined;
  /** `wasInDoubt` is set when the server had the whole mail in an earlier attempt and did not answer. */
  readonly wasInDoubt?: boolean;
  /** Attempts count from 1. */
  readonly attempt?: number;
}

/** Merges the results of an attempt. Only deferred recipients are tried again, so nobody gets the mail twice (D21). */
export function attemptOutcome(mail: AttemptedMail, outcome: MailOutcome): AttemptOutcome {
  if (outcome.kind === "failed") return failure(mail, outcome);
  if (outcome.kind === "postponed") return { kind: "postponed", retryInSeconds: outcome.retryInSeconds };
  const merged = mergeRecords(mail, outcome.recipients);
  const deferred = merged.find((one) => one.result === "deferred");
  if (deferred) return unfinished(deferred, { isTerminal: false, recipients: merged });
  const report = { stage: "content", code: replyCode(outcome.reply), text: outcome.reply };
  if (merged.every((one) => one.result === "accepted")) return { kind: "sent", report };
  if (merged.some((one) => one.result === "accepted")) return { kind: "sent", recipients: merged, report };
  // A suppressed recipient was never asked about, so the report is about one who was.
  const blamed = merged.find((one) => one.result !== "suppressed");
  return unfinished(blamed ?? merged[0], { isTerminal: true, recipients: merged });
}

/** A mail that may have been delivered is repeated only once, because a server that never answers may deliver it each time. */
function failure(
  { records, wasInDoubt = false }: AttemptedMail,
  { isTerminal, isInDoubt = false, cause, stage, code }: Extract<MailOutcome, { kind: "failed" }>,
): AttemptOutcome {
  const report = { stage, code, text: cause, ...(isInDoubt && { isInDoubt }) };
  return { kind: "failed", isTerminal: isTerminal || (isInDoubt && wasInDoubt), cause, recipients: records, report };
}

/** An SMTP reply begins with its code (RFC 5321 section 4.2). */
function replyCode(reply: string | undefined): number | undefined {
  const code = /^\d{3}(?=[ -])/.exec(reply ?? "")?.[0];
  return code === undefined ? undefined : Number(code);
}

function unfinished(
  blamed: RecipientRecord | undefined,
  rest: { readonly isTerminal: boolean; readonly recipients: readonly RecipientRecord[] },
): AttemptOutcome {
  const cause = causeOf(blamed);
  return { kind: "failed", cause, report: { stage: "recipients", code: blamed?.code, text: cause }, ...rest };
}

function mergeRecords(
  { addresses, records: earlier = [], attempt }: AttemptedMail,
  answered: readonly RecipientOutcome[],
): RecipientRecord[] {
  const byPosition = new Map(earlier.map((one) => [one.to, one]));
  const answers = new Map(answered.map((one) => [one.address, one]));
  for (const to of owedTo(addresses.length, earlier)) {
    const answer = answers.get(addresses[to] ?? "");
    if (answer)
      byPosition.set(to, {
        to,
        result: answer.result,
        code: answer.code,
        attempt,
        text: answer.text?.slice(0, MAX_TEXT_CHARACTERS),
      });
    // The server said nothing about this recipient, so the recipient is deferred.
    else byPosition.set(to, { to, result: "deferred", attempt, text: MAIL_CAUSES.recipient_unanswered });
  }
  return [...byPosition.values()].sort((a, b) => a.to - b.to);
}

function causeOf(record: RecipientRecord | undefined): string {
  return record?.text ?? (record?.code === undefined ? "the recipient was not accepted" : String(record.code));
}
