import type { InOwnersTime } from "../edge/ports.ts";
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import { bounceType } from "../returned-mail/domain/enhanced-status.ts";
import { hasTokenForm } from "../returned-mail/domain/return-path.ts";
import {
  type BouncedRecipient,
  MAX_MAIL_BYTES,
  NOT_UNDERSTOOD,
  type ReturnedMail,
} from "../returned-mail/domain/returned-mail.ts";
import type { ReadReturnedMail, ReturnedMails, ReturnKeyStore } from "../returned-mail/ports.ts";
import { type NamedByToken, namedByToken } from "../returned-mail/return-tokens.ts";
import { type ApplyFeedbackDeps, applyReports, type MailFeedback } from "./apply-feedback.ts";
import type { ReturnedMailMessage } from "./contract/returned-mail.ts";

export interface ReceiveReturnedMailDeps extends ApplyFeedbackDeps {
  readonly returnedMails: ReturnedMails;
  readonly readReturnedMail: ReadReturnedMail;
  readonly returnKeys: Pick<ReturnKeyStore, "find">;
  readonly inOwnTime: InOwnersTime;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "count">;
}

/** Each address with a token costs a read, and a mail that comes back goes to one. */
const MAX_TOKENS = 20;

/**
 * Takes a mail that came back: only a token ascribes it to a notification (D45f). Every other mail is dropped and counted, and none is ever
 * answered. Nothing of an address or of the mail is logged.
 */
export async function receiveReturnedMail(
  deps: ReceiveReturnedMailDeps,
  { recipients, key }: ReturnedMailMessage,
): Promise<void> {
  const mail = await deps.returnedMails.read(key);
  if (mail === undefined) return drop(deps, "gone");
  if (mail.sizeBytes > MAX_MAIL_BYTES) return drop(deps, "too_large");
  const returned = await deps.readReturnedMail(mail.head, recipients);
  if (returned === NOT_UNDERSTOOD) return drop(deps, NOT_UNDERSTOOD);
  const named = await firstNamed(deps, returned.tokenAddresses);
  if (named === undefined) return drop(deps, "not_ascribed");
  const results = await deps.inOwnTime(named.owner, () => applyReports(deps, named, reportsIn(returned)));
  const countOf = (wanted: (typeof results)[number]): number => results.filter((one) => one === wanted).length;
  const counts = { applied: countOf("applied"), repeated: countOf("repeated"), unknown: countOf("unknown") };
  deps.log.info("returned_mail.received", { ...named, kind: returned.kind, ...counts });
  deps.metrics.count("returned_mail_received");
}

function drop({ log, metrics }: Pick<ReceiveReturnedMailDeps, "log" | "metrics">, reason: string): void {
  log.info("returned_mail.dropped", { reason });
  metrics.count("returned_mail_dropped");
}

async function firstNamed(
  { returnKeys }: Pick<ReceiveReturnedMailDeps, "returnKeys">,
  addresses: readonly string[],
): Promise<NamedByToken | undefined> {
  for (const address of addresses.filter(hasTokenForm).slice(0, MAX_TOKENS)) {
    const named = await namedByToken(returnKeys, address);
    if (named !== undefined) return named;
  }
  return undefined;
}

function reportsIn(returned: ReturnedMail): readonly MailFeedback[] {
  if (returned.kind === "nothing") return [];
  if (returned.kind === "bounce") return returned.recipients.map(bounced);
  const { feedbackType } = returned;
  return returned.recipients.map(({ addresses }) => ({ kind: "complained", feedbackType, addresses }));
}

const bounced = ({ addresses, status, response }: BouncedRecipient): MailFeedback => ({
  kind: "bounced",
  addresses,
  type: bounceType(status),
  status,
  response,
});
