import { isTopicArn } from "../cloud-topic/domain/topic-message.ts";
import { type VerifyTopicMessageDeps, verifyTopicMessage } from "../cloud-topic/verify-topic-message.ts";
import type { Owner } from "../kernel/owner.ts";
import type { NotificationKey, NotificationStore } from "../notifications/ports.ts";
import { type ApplyFeedbackDeps, applyFeedback, type MailFeedback } from "./apply-feedback.ts";
import type { EarlyEvent } from "./contract/early-event.ts";
import { readSesEvent, type SesEvent, type SesMail, type SesRecipient } from "./domain/ses-event.ts";
import type { EarlyEventQueue, SendingAccountStore } from "./ports.ts";

/** More accounts that name one topic are not looked at; a deployment of that many shares no topic among all of them. */
const MOST_ACCOUNTS = 10_000;
/** The notifications of this many owners are read at a time. */
const OWNERS_AT_ONCE = 25;
/**
 * An event is looked for again after these delays, one after the other. It may come before the worker has stored the id that SES gave its
 * mail, and the index of the ids may be a moment behind.
 */
const LOOK_AGAIN_AFTER_SECONDS = [2, 15, 60] as const;
/** A worker has ended this long after SES took its mail, and has stored the id, or never will. */
const STORED_WITHIN_MS = 60_000;

export interface ReceiveEarlyEventDeps extends ApplyFeedbackDeps {
  readonly sendingAccounts: Pick<SendingAccountStore, "namingTopic">;
  readonly notifications: ApplyFeedbackDeps["notifications"] & Pick<NotificationStore, "get" | "findByMailId">;
  readonly earlyEvents: EarlyEventQueue;
}

export interface ReceiveEmailEventDeps extends VerifyTopicMessageDeps, ReceiveEarlyEventDeps {
  /** Gives the origin of the service of a topic. */
  readonly originOfTopic: (topicArn: string) => string | undefined;
}

/**
 * Takes one message of a topic that a sending account names, and applies the event of Amazon SES in it before it answers (D45g). The topic
 * service repeats a message that was not answered; applying an event twice changes nothing. An event that is not understood, or about
 * nobody, changes nothing either. One that came before its mail was stored as sent waits.
 */
export async function receiveEmailEvent(deps: ReceiveEmailEventDeps, text: string): Promise<void> {
  const message = await verifyTopicMessage(deps, (topicArn) => originOfNamed(deps, topicArn), text);
  const event = message && readSesEvent(message.Message);
  if (message === undefined || event === undefined) return;
  const isApplied = await applyEvent(deps, message.TopicArn, event);
  if (isApplied || !mayBeEarly(event, deps.clock.now())) return;
  await lookAgain(deps, { topicArn: message.TopicArn, event: message.Message, looked: 1 });
}

/** Takes an event that waited, and lets it wait again while its mail may still be stored. After that it is about nobody. */
export async function receiveEarlyEvent(deps: ReceiveEarlyEventDeps, early: EarlyEvent): Promise<void> {
  const event = readSesEvent(early.event);
  if (event === undefined || (await applyEvent(deps, early.topicArn, event))) return;
  await lookAgain(deps, { ...early, looked: early.looked + 1 });
}

/** A notification that is named by our own Message-ID was stored before its mail left. */
const mayBeEarly = ({ notificationId, sentAtMs = 0 }: SesMail, nowMs: number): boolean =>
  notificationId === undefined && sentAtMs > nowMs - STORED_WITHIN_MS;

async function lookAgain(
  { earlyEvents }: Pick<ReceiveEarlyEventDeps, "earlyEvents">,
  early: EarlyEvent,
): Promise<void> {
  const delaySeconds = LOOK_AGAIN_AFTER_SECONDS[early.looked - 1];
  if (delaySeconds !== undefined) await earlyEvents.enqueue(early, delaySeconds);
}

/** Returns false for an event about nobody whom the topic may speak of. */
async function applyEvent(deps: ReceiveEarlyEventDeps, topicArn: string, event: SesEvent): Promise<boolean> {
  const key = await ascribed(deps, topicArn, event);
  if (key === undefined) return false;
  for (const recipient of event.recipients) await applyFeedback(deps, key, feedbackOf(event, recipient));
  return true;
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

type Ascribing = Pick<ReceiveEarlyEventDeps, "sendingAccounts" | "notifications">;

/** Finds the notification of a mail, among those whose own account names the topic: by our Message-ID, else by the id that SES gave. */
async function ascribed(deps: Ascribing, topicArn: string, mail: SesMail): Promise<NotificationKey | undefined> {
  const { sendingAccounts, notifications } = deps;
  const accounts = await sendingAccounts.namingTopic(topicArn, MOST_ACCOUNTS);
  const naming = Map.groupBy(accounts, ({ owner }) => owner);
  const isAscribable = async ({ owner, id }: NotificationKey): Promise<boolean> => {
    const accountId = (await notifications.get(owner, id))?.accountId;
    return naming.get(owner)?.some((account) => account.accountId === accountId) ?? false;
  };
  const { notificationId, mailId } = mail;
  const own = notificationId === undefined ? undefined : await firstOf(keysOf(naming, notificationId), isAscribable);
  if (own !== undefined || mailId === undefined) return own;
  const keys = (await notifications.findByMailId(mailId)).filter(({ owner }) => naming.has(owner));
  return firstOf(keys, isAscribable);
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
