import { type SecretBox, SecretBoxError } from "../kernel/secrets/secret-box.ts";
import type { AcquirePermit } from "../notifications/channel.ts";
import { CAUSES } from "../notifications/domain/causes.ts";
import { type AttemptOutcome, CHECK_STAGE } from "../notifications/domain/delivery.ts";
import { type ClaimedNotification, leavesAtMs, type RecipientRecord } from "../notifications/domain/notification.ts";
import { beforeAsking } from "../notifications/not-asked-error.ts";
import type { NotificationStore } from "../notifications/ports.ts";
import { envelopeSender } from "../returned-mail/return-tokens.ts";
import { isOutdated, type Standing } from "../suppressions/domain/suppression.ts";
import type { SuppressionStore } from "../suppressions/ports.ts";
import { type SuppressDeps, suppress } from "../suppressions/suppress.ts";
import { untrustedAddress } from "./domain/allowed-domains.ts";
import { attemptOutcome } from "./domain/attempt-outcome.ts";
import { composeMail } from "./domain/compose-mail.ts";
import { type EmailContent, emailIn } from "./domain/email-content.ts";
import { isForGood, type Judged, leaveOut } from "./domain/left-out.ts";
import type { Mail, MailOutcome, RecipientOutcome } from "./domain/mail.ts";
import { MAIL_CAUSES } from "./domain/mail-causes.ts";
import { allRecipients } from "./domain/recipients.ts";
import type { SendingAccount } from "./domain/sending-account.ts";
import { mailIdIn } from "./domain/ses-event.ts";
import { storedFilesOf } from "./domain/stored-files.ts";
import { type NoteHealthDeps, noteHealth } from "./note-health.ts";
import type { Mailer, MailFiles, MailRoute, SendingAccountStore } from "./ports.ts";

/** The specification limits one complete send to this time (L-send). */
const SEND_TIMEOUT_MS = 30_000;

export interface SendEmailDeps extends NoteHealthDeps, SuppressDeps {
  readonly sendingAccounts: SendingAccountStore;
  readonly notifications: NotificationStore;
  readonly secretBox: Pick<SecretBox, "open">;
  readonly mailer: Mailer;
  readonly mailFiles: Pick<MailFiles, "has">;
  readonly suppressions: Pick<SuppressionStore, "standing" | "add">;
}

const terminal = (cause: string, claimed: ClaimedNotification): AttemptOutcome => ({
  kind: "failed",
  isTerminal: true,
  cause,
  recipients: claimed.recipients,
  report: { stage: CHECK_STAGE, text: cause },
});

/** Makes one attempt to hand an email to the account's provider. */
export async function sendEmail(
  deps: SendEmailDeps,
  claimed: ClaimedNotification,
  acquire: AcquirePermit,
): Promise<AttemptOutcome> {
  const early = await beforeAsking(() => readyMail(deps, claimed));
  if ("kind" in early) return early;
  const readyAtMs = deps.clock.now();
  const postponed = await acquire();
  if (postponed) return postponed;
  // The mail is judged just before it connects (D45d), so a mail that had to wait is judged again.
  const hasWaited = isOutdated(readyAtMs, deps.clock.now());
  const ready = hasWaited ? await beforeAsking(() => readyMail(deps, claimed)) : early;
  if ("kind" in ready) return ready;
  const { account, route, mail, addresses, records } = ready;
  const outcome = await deps.mailer.send(route, mail, SEND_TIMEOUT_MS);
  const wasInDoubt = claimed.history?.some((entry) => entry.isInDoubt) ?? false;
  const result = attemptOutcome({ addresses, records, wasInDoubt, attempt: claimed.attempts }, outcome);
  await suppressRefused(deps, claimed, outcome);
  await noteHealth(deps, account, result);
  // The account may get another address later: what this mail left from is in the record.
  const leftFrom = claimed.from === undefined ? mail.from.address : undefined;
  if (result.kind === "sent") return { ...result, leftFrom, mailId: mailIdFor(account, result.report?.text) };
  return result.kind === "failed" ? { ...result, leftFrom } : result;
}

/** The id is kept only where events may come that name the mail by it, because the index of the ids costs a write (D45g). */
const mailIdFor = ({ feedbackTopicArn }: SendingAccount, reply: string | undefined): string | undefined =>
  feedbackTopicArn === undefined ? undefined : mailIdIn(reply);

/** Suppresses the addresses that the server says do not exist. A lost write does no harm, because the next mail to the address is refused again. */
async function suppressRefused(deps: SendEmailDeps, claimed: ClaimedNotification, outcome: MailOutcome): Promise<void> {
  const { owner, id } = claimed;
  const wrong = answersIn(outcome).filter(({ result, text }) => result === "refused" && isForGood(text));
  for (const { address: recipient, text: response } of wrong)
    try {
      await suppress(deps, { owner, recipient, reason: "bounce", notificationId: id, response });
    } catch (error) {
      deps.log.error("suppression.not_made", error, { owner, id });
    }
}

/** The server may refuse some recipients and then the content. */
function answersIn(outcome: MailOutcome): readonly RecipientOutcome[] {
  if (outcome.kind === "answered") return outcome.recipients;
  return outcome.kind === "failed" ? (outcome.refused ?? []) : [];
}

interface ReadyMail {
  readonly account: SendingAccount;
  readonly route: MailRoute;
  readonly mail: Mail;
  /** The notification was accepted for all of these recipients. */
  readonly addresses: readonly string[];
  /** The results for recipients that are not in the envelope. */
  readonly records: Judged["records"];
}

/** Composes the mail, or returns the failure that prevents it. Reads the account at every attempt, because it may have changed since. */
async function readyMail(deps: SendEmailDeps, claimed: ClaimedNotification): Promise<ReadyMail | AttemptOutcome> {
  const { owner, id, accountId, from } = claimed;
  const [account, stored, early] = await Promise.all([
    deps.sendingAccounts.find(owner, accountId),
    deps.notifications.findContent(owner, id),
    standingOfOnly(deps, claimed),
  ]);
  if (stored === undefined)
    return terminal(account === undefined ? MAIL_CAUSES.account_deleted : CAUSES.content_expired, claimed);
  const content = emailIn(stored);
  const addresses = allRecipients(content);
  const { envelope, records } = leaveOut(
    { addresses, records: claimed.recipients, topic: content.unsubscribe?.topic, attempt: claimed.attempts },
    early ?? (await deps.suppressions.standing(owner, addresses)),
  );
  if (envelope.length === 0 && records) return leftOut(records);
  if (account === undefined) return terminal(MAIL_CAUSES.account_deleted, claimed);
  const problem = await problemOf(deps, account, { content, envelope });
  if (problem !== undefined) return terminal(problem, claimed);

  const secret = await openSecret(deps.secretBox, account);
  if (secret === undefined) return terminal(MAIL_CAUSES.credential_unreadable, claimed);
  const sender = account.returnPath && envelopeSender(account.returnPath, id);
  const identity = { id, date: new Date(leavesAtMs(claimed)), from, envelopeSender: sender };
  const mail = composeMail(identity, { account, content, envelope });
  return { account, route: { owner, accountId, settings: account.settings, secret }, mail, addresses, records };
}

/** Returns why the account cannot send this content to these recipients; undefined when it can. */
async function problemOf(
  deps: Pick<SendEmailDeps, "mailFiles">,
  account: SendingAccount,
  { content, envelope }: { readonly content: EmailContent; readonly envelope: readonly string[] },
): Promise<string | undefined> {
  // The owner has switched the account to a provider that takes no files. The mail fails, because it must not leave without them.
  if (account.settings.provider !== "smtp" && content.attachments?.length) return MAIL_CAUSES.files_need_smtp;
  if (!(await hasFiles(deps.mailFiles, content))) return CAUSES.content_expired;
  return untrustedAddress(account.trustedDomains, envelope) === undefined ? undefined : MAIL_CAUSES.domain_not_trusted;
}

/** Reads the suppressions of a mail's only recipient beside account and content, in their request; undefined for a mail to several. */
async function standingOfOnly(
  { suppressions }: Pick<SendEmailDeps, "suppressions">,
  { owner, recipient, recipientCount = 1 }: ClaimedNotification,
): Promise<ReadonlyMap<string, readonly Standing[]> | undefined> {
  return recipient === undefined || recipientCount > 1 ? undefined : suppressions.standing(owner, [recipient]);
}

/** The last error is about the primary recipient where that is suppressed (D45d). */
const leftOut = (recipients: readonly RecipientRecord[]): AttemptOutcome => {
  const cause = recipients.find(({ result }) => result === "suppressed")?.text ?? CAUSES.recipient_suppressed;
  return { kind: "left_out", cause, recipients };
};

async function hasFiles(files: Pick<MailFiles, "has">, content: EmailContent): Promise<boolean> {
  const found = await Promise.all(storedFilesOf(content).map((key) => files.has(key)));
  return found.every(Boolean);
}

async function openSecret(
  box: Pick<SecretBox, "open">,
  { owner, id, secret }: SendingAccount,
): Promise<string | undefined> {
  try {
    return await box.open(secret, { owner, accountId: id });
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
}
