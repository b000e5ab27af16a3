import { isTopicArn } from "../cloud-topic/domain/topic-message.ts";
import { type VerifyTopicMessageDeps, verifyTopicMessage } from "../cloud-topic/verify-topic-message.ts";
import type { Owner } from "../kernel/owner.ts";
import type { NotificationKey, NotificationStore } from "../notifications/ports.ts";
import { type ApplyFeedbackDeps, applyFeedback, type MailFeedback } from "./apply-feedback.ts";
import { readSesEvent, type SesEvent, type SesMail, type SesRecipient } from "./domain/ses-event.ts";
import type { SendingAccountStore } from "./ports.ts";

/** More accounts that name one topic are not looked at; a deployment of that many shares no topic among all of them. */
const MOST_ACCOUNTS = 10_000;
/** The notifications of this many owners are read at a time. */
const OWNERS_AT_ONCE = 25;
/** The index of the ids may be this far behind, so it is read again for a mail that was sent this recently. */
const INDEX_DELAY_MS = 1000;
const RECENT_MS = 10_000;

export interface ReceiveEmailEventDeps extends VerifyTopicMessageDeps, ApplyFeedbackDeps {
  readonly sendingAccounts: Pick<SendingAccountStore, "namingTopic">;
  readonly notifications: ApplyFeedbackDeps["notifications"] & Pick<NotificationStore, "get" | "findByMailId">;
  /** Gives the origin of the service of a topic. */
  readonly originOfTopic: (topicArn: string) => string | undefined;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Takes one message of a topic that a sending account names, and applies the event of Amazon SES in it before it answers (D45g). The topic
 * service repeats a message that was not answered; applying an event twice changes nothing. An event that is not understood, or about
 * nobody, changes nothing either.
 */
export async function receiveEmailEvent(deps: ReceiveEmailEventDeps, text: string): Promise<void> {
  const message = await verifyTopicMessage(deps, (topicArn) => originOfNamed(deps, topicArn), text);
  const event = message && readSesEvent(message.Message);
  if (message === undefined || event === undefined) return;
  const key = await ascribed(deps, message.TopicArn, event);
  if (key === undefined) return;
  for (const recipient of event.recipients) await applyFeedback(deps, key, feedbackOf(event, recipient));
}

async function originOfNamed(
  { sendingAccounts, originOfTopic }: Pick<ReceiveEmailEventDeps, "sendingAccounts" | "originOfTopic">,
  topicArn: string,
): Promise<string | undefined> {
  const isNamed = isTopicArn(topicArn) && (await sendingAccounts.namingTopic(topicArn, 1)).length > 0;
  return isNamed ? originOfTopic(topicArn) : undefined;
}

function feedbackOf(event: SesEvent, { address, status, response }: SesRecipient): MailFeedback {
  const about = { addresses: [address], match: "only-named" } as const;
  switch (event.kind) {
    case "bounced":
      return { ...about, kind: event.kind, type: event.isPermanent ? "permanent" : "transient", status, response };
    case "complained":
      return { ...about, kind: event.kind, feedbackType: event.feedbackType };
    case "delivered":
      return { ...about, kind: event.kind, response: event.response };
  }
}

type Ascribing = Pick<ReceiveEmailEventDeps, "sendingAccounts" | "notifications" | "clock" | "pause">;

/** Finds the notification of a mail, among those whose own account names the topic: by our Message-ID, else by the id that SES gave. */
async function ascribed(deps: Ascribing, topicArn: string, mail: SesMail): Promise<NotificationKey | undefined> {
  const { sendingAccounts, notifications, clock, pause } = deps;
  const accounts = await sendingAccounts.namingTopic(topicArn, MOST_ACCOUNTS);
  const naming = Map.groupBy(accounts, ({ owner }) => owner);
  const isAscribable = async ({ owner, id }: NotificationKey): Promise<boolean> => {
    const accountId = (await notifications.get(owner, id))?.accountId;
    return naming.get(owner)?.some((account) => account.accountId === accountId) ?? false;
  };
  const { notificationId, mailId, sentAtMs = 0 } = mail;
  const own = notificationId === undefined ? undefined : await firstOf(keysOf(naming, notificationId), isAscribable);
  if (own !== undefined || mailId === undefined) return own;
  const byMailId = async () => {
    const keys = (await notifications.findByMailId(mailId)).filter(({ owner }) => naming.has(owner));
    return firstOf(keys, isAscribable);
  };
  const found = await byMailId();
  if (found !== undefined || sentAtMs < clock.now() - RECENT_MS) return found;
  await pause(INDEX_DELAY_MS);
  return byMailId();
}

const keysOf = (naming: ReadonlyMap<Owner, unknown>, id: string): readonly NotificationKey[] =>
  [...naming.keys()].map((owner) => ({ owner, id }));

async function firstOf(
  keys: readonly NotificationKey[],
  isIt: (key: NotificationKey) => Promise<boolean>,
): Promise<NotificationKey | undefined> {
  for (let first = 0; first < keys.length; first += OWNERS_AT_ONCE) {
    const some = keys.slice(first, first + OWNERS_AT_ONCE);
    const answers = await Promise.all(some.map(isIt));
    const found = some[answers.indexOf(true)];
    if (found !== undefined) return found;
  }
  return undefined;
}
