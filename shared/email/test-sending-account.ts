import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { noteRecordName } from "../kernel/trace.ts";
import { composeMail } from "./domain/compose-mail.ts";
import type { MailOutcome } from "./domain/mail.ts";
import type { Mailer, SendingAccountStore } from "./ports.ts";

/** The text of a test send; the account's owner reads it in the mailbox. */
const TEST_MAIL = {
  subject: "Herald test email",
  body: "This is a test email from Herald. The sending account works.",
} as const;

/** The total for a test send is 20 s (L-test-send); what is left is for reading the account and for answering. */
const SEND_TIMEOUT_MS = 18_500;

export interface TestSendingAccountDeps {
  readonly sendingAccounts: SendingAccountStore;
  readonly secretBox: SecretBox;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

/** Sends one mail at once, outside the queue. A refusal by the provider carries the provider's error (D16). */
export async function testSendingAccount(
  deps: TestSendingAccountDeps,
  { owner, id }: { readonly owner: Owner; readonly id: string },
  askedRecipient: string | undefined,
): Promise<void> {
  const account = await deps.sendingAccounts.find(owner, id);
  if (account === undefined) throw notFound();
  noteRecordName(account.label);
  const recipient = askedRecipient || account.fromAddress;
  const mail = composeMail(
    { id: deps.identifiers.newId(), date: new Date(deps.clock.now()) },
    {
      account,
      content: { channel: "email", recipient, cc: [], bcc: [], bodyType: "text", ...TEST_MAIL },
      envelope: [recipient],
    },
  );
  const secret = await deps.secretBox.open(account.secret, { owner, accountId: id });
  const outcome = await deps.mailer.send({ accountId: id, settings: account.settings, secret }, mail, SEND_TIMEOUT_MS);
  const detail = refusalIn(outcome);
  if (detail !== undefined) throw new Refusal("test_send_failed", "failed to send test email", { detail });
}

function refusalIn(outcome: MailOutcome): string | undefined {
  if (outcome.kind === "failed") return outcome.cause;
  const refused = outcome.recipients.find((one) => one.result !== "accepted");
  return refused === undefined ? undefined : (refused.text ?? String(refused.code ?? "refused"));
}
