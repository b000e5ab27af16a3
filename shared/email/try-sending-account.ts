import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound } from "../kernel/refusal.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { noteRecordName } from "../kernel/trace.ts";
import { attemptOutcome } from "./domain/attempt-outcome.ts";
import { composeMail } from "./domain/compose-mail.ts";
import type { MailOutcome } from "./domain/mail.ts";
import type { SendingAccount } from "./domain/sending-account.ts";
import { failureIn, type StageMark, stepsOf, type TimedStep, type TrialFailure } from "./domain/trial.ts";
import { type NoteHealthDeps, noteHealth } from "./note-health.ts";
import type { Mailer, SendingAccountStore } from "./ports.ts";

/** The subject and body of the test mail, for the owner of the account. */
const TEST_MAIL = {
  subject: "Herald test email",
  body: "This is a test email from Herald. The sending account works.",
} as const;

/** A test send takes at most 20 s in all (L-test-send); the rest is for reading the account and answering. */
const SEND_TIMEOUT_MS = 18_500;

export interface TrySendingAccountDeps extends NoteHealthDeps {
  readonly sendingAccounts: SendingAccountStore;
  readonly secretBox: Pick<SecretBox, "open">;
  readonly mailer: Mailer;
  readonly identifiers: Identifiers;
}

export interface Trial {
  readonly recipient: string;
  /** The message id has angle brackets, as in the mail. */
  readonly messageId: string;
  readonly failure?: TrialFailure | undefined;
  readonly steps: readonly TimedStep[];
}

export interface TrialOf {
  readonly owner: Owner;
  /** The id of the account. */
  readonly id: string;
  /** The id that is reserved under the request's idempotency key, so that a repeated mail has the same `Message-ID` (D17). */
  readonly mailId?: string | undefined;
}

/** Sends one mail at once, outside the queue. A success makes a failing account `working` again; a failure never makes an account `failing`. */
export async function trySendingAccount(
  deps: TrySendingAccountDeps,
  { owner, id, mailId }: TrialOf,
  askedRecipient: string | undefined,
): Promise<Trial> {
  const account = await deps.sendingAccounts.findPresent(owner, id);
  if (account === undefined) throw notFound();
  noteRecordName(account.label);
  const secret = await deps.secretBox.open(account.secret, { owner, accountId: id });
  const { trial, outcome } = await attemptTrial(deps, { account, secret, mailId }, askedRecipient);
  const attempt = attemptOutcome({ addresses: [trial.recipient], records: undefined }, outcome);
  if (attempt.kind === "sent" || account.health?.status === "failing") await noteHealth(deps, account, attempt);
  return trial;
}

/** The sender, the server and the opened secret of a trial. They may be stored, or only written in a form so far. */
export interface TriedAccount {
  readonly account: Pick<SendingAccount, "owner" | "id" | "label" | "fromAddress" | "fromName" | "settings">;
  readonly secret: string;
  readonly mailId?: string | undefined;
}

type TrialDeps = Pick<TrySendingAccountDeps, "mailer" | "clock" | "identifiers">;

/** Sends a test mail with settings that may not be saved yet. */
export async function sendTrial(
  deps: TrialDeps,
  tried: TriedAccount,
  askedRecipient: string | undefined,
): Promise<Trial> {
  return (await attemptTrial(deps, tried, askedRecipient)).trial;
}

async function attemptTrial(
  { mailer, clock, identifiers }: TrialDeps,
  { account, secret, mailId = identifiers.newId() }: TriedAccount,
  askedRecipient: string | undefined,
): Promise<{ readonly trial: Trial; readonly outcome: MailOutcome }> {
  const recipient = askedRecipient || account.fromAddress;
  const mail = composeMail(
    { id: mailId, date: new Date(clock.now()) },
    {
      account,
      content: { channel: "email", recipient, cc: [], bcc: [], bodyType: "text", ...TEST_MAIL },
      envelope: [recipient],
    },
  );
  const marks: StageMark[] = [];
  const onStage = (stage: StageMark["stage"]) => void marks.push({ stage, atMs: clock.now() });
  const route = { owner: account.owner, accountId: account.id, settings: account.settings, secret, onStage };
  const outcome = await mailer.send(route, mail, SEND_TIMEOUT_MS);
  const failure = failureIn(outcome);
  const steps = stepsOf(marks, clock.now(), failure?.stage);
  return { trial: { recipient, messageId: mail.messageId, failure, steps }, outcome };
}
