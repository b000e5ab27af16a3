import type { Log } from "../kernel/log.ts";
import { Refusal } from "../kernel/refusal.ts";
import { isCertificateUrl, isConfirmationUrl, readTopicMessage, type TopicMessage } from "./domain/topic-message.ts";
import { type TopicService, TopicServiceUnavailableError } from "./ports.ts";

/** Gives the origin at which the service of a topic answers, without a slash at the end; undefined when the topic is not expected. */
export type ExpectedTopic = (topicArn: string) => string | undefined | Promise<string | undefined>;

export interface VerifyTopicMessageDeps {
  readonly topicService: TopicService;
  readonly log: Log;
}

const refused = (why: string): Refusal => new Refusal("event_refused", why);

/**
 * Verifies one message that the topic service is said to have posted, and confirms a subscription. Returns the message when it is a
 * notification; undefined when nothing is left to do. Cheap checks come first, so that a stranger's message causes no request.
 * @throws Refusal `invalid_request`, `event_refused` or `provider_unavailable`
 */
export async function verifyTopicMessage(
  deps: VerifyTopicMessageDeps,
  expected: ExpectedTopic,
  text: string,
): Promise<TopicMessage | undefined> {
  const message = readTopicMessage(text);
  const origin = await expected(message.TopicArn);
  if (origin === undefined) throw refused("unexpected topic");
  if (!isCertificateUrl(message.SigningCertURL, origin)) throw refused("unexpected certificate address");
  if (!(await atTheService(() => deps.topicService.isSigned(message)))) throw refused("invalid signature");
  if (message.Type === "Notification") return message;
  await followSubscription(deps, message, origin);
  return undefined;
}

async function followSubscription(
  { topicService, log }: VerifyTopicMessageDeps,
  message: TopicMessage,
  origin: string,
): Promise<void> {
  if (message.Type !== "SubscriptionConfirmation") {
    // The address in the message would subscribe again, so it is not used: the operator may have unsubscribed on purpose.
    log.warn("topic.unsubscribed");
    return;
  }
  if (!isConfirmationUrl(message, origin)) throw refused("unexpected confirmation address");
  await atTheService(() => topicService.confirm(message.SubscribeURL ?? ""));
  log.info("topic.subscribed");
}

/** Refuses with a 5xx status when the topic service does not answer us, because it then repeats its message later. */
async function atTheService<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof TopicServiceUnavailableError)) throw cause;
    throw new Refusal("provider_unavailable", "the topic service cannot be reached", { cause });
  }
}
