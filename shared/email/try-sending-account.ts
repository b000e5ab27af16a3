import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound } from "../kernel/refusal.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { noteRecordName } from "../kernel/trace.ts";
import { composeMail } from "./domain/compose-mail.ts";
import type { SendingAccount } from "./domain/sending-account.ts";
import { failureIn, type StageMark, stepsOf, type TimedStep, type TrialFailure } from "./domain/trial.ts";
import type { Mailer, SendingAccountStore } from "./ports.ts";

/** The text of a test send; the account's owner reads it in the mailbox. */
const TEST_MAIL = {
  subject: "Herald test email",
  body: "This is a test email from Herald. The sending account works.",
} as const;

/** The total for a test send is 20 s (L-test-send); what is left is for reading the account and for answering. */
const SEND_TIMEOUT_MS = 18_500;

export interface TrySendingAccountDeps {
  readonly sendingAccounts: SendingAccountStore;
  readonly secretBox: SecretBox;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

export interface Trial {
  readonly recipient: string;
  /** As it stands in the mail, angle brackets included. */
  readonly messageId: string;
  readonly failure?: TrialFailure | undefined;
  readonly steps: readonly TimedStep[];
}

/** Sends one mail at once, outside the queue. */
export async function trySendingAccount(
  deps: TrySendingAccountDeps,
  { owner, id }: { readonly owner: Owner; readonly id: string },
  askedRecipient: string | undefined,
): Promise<Trial> {
  const account = await deps.sendingAccounts.find(owner, id);
  if (account === undefined) throw notFound();
  noteRecordName(account.label);
  const secret = await deps.secretBox.open(account.secret, { owner, accountId: id });
  return sendTrial(deps, { account, secret }, askedRecipient);
}

/** The sender, the server, and what opens it: stored, or only written so far. */
export interface TriedAccount {
  readonly account: Pick<SendingAccount, "id" | "label" | "fromAddress" | "fromName" | "settings">;
  readonly secret: string;
}

/** The same of settings that may not be saved yet. */
export async function sendTrial(
  { mailer, clock, identifiers }: Pick<TrySendingAccountDeps, "mailer" | "clock" | "identifiers">,
  { account, secret }: TriedAccount,
  askedRecipient: string | undefined,
): Promise<Trial> {
  const recipient = askedRecipient || account.fromAddress;
  const mail = composeMail(
    { id: identifiers.newId(), date: new Date(clock.now()) },
    {
      account,
      content: { channel: "email", recipient, cc: [], bcc: [], bodyType: "text", ...TEST_MAIL },
      envelope: [recipient],
    },
  );
  const marks: StageMark[] = [];
  const onStage = (stage: StageMark["stage"]) => void marks.push({ stage, atMs: clock.now() });
  const route = { accountId: account.id, settings: account.settings, secret, onStage };
  const failure = failureIn(await mailer.send(route, mail, SEND_TIMEOUT_MS));
  const steps = stepsOf(marks, clock.now(), failure?.stage);
  return { recipient, messageId: mail.messageId, failure, steps };
}
