import { isObject } from "../../kernel/json-object.ts";
import { invalid } from "../../kernel/refusal.ts";

export const TOPIC_MESSAGE_TYPES = ["Notification", "SubscriptionConfirmation", "UnsubscribeConfirmation"] as const;
export type TopicMessageType = (typeof TOPIC_MESSAGE_TYPES)[number];

/** A message of the topic service keeps the service's field names, because these are signed (W2.1). */
export interface TopicMessage {
  readonly Type: TopicMessageType;
  readonly MessageId: string;
  readonly TopicArn: string;
  readonly Message: string;
  readonly Timestamp: string;
  readonly SignatureVersion: string;
  readonly Signature: string;
  readonly SigningCertURL: string;
  readonly Subject?: string | undefined;
  readonly Token?: string | undefined;
  readonly SubscribeURL?: string | undefined;
}

const ALWAYS = [
  "MessageId",
  "TopicArn",
  "Message",
  "Timestamp",
  "SignatureVersion",
  "Signature",
  "SigningCertURL",
] as const;
const CONFIRMING = ["Token", "SubscribeURL"] as const;

/** The topic service signs these fields, sorted by bytes; a notification's subject only when there is one. */
const SIGNED: Readonly<Record<TopicMessageType, readonly (keyof TopicMessage)[]>> = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
};

const malformed = () => invalid("invalid topic message");

function textOf(value: unknown): string {
  if (typeof value !== "string") throw malformed();
  return value;
}
const optionalText = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : textOf(value);

/** Throws `invalid_request` for anything that is no message of the topic service. */
export function readTopicMessage(text: string): TopicMessage {
  const raw = parseObject(text);
  const type = TOPIC_MESSAGE_TYPES.find((known) => known === raw.Type);
  if (type === undefined) throw malformed();
  const isConfirming = type !== "Notification";
  for (const name of isConfirming ? [...ALWAYS, ...CONFIRMING] : ALWAYS) textOf(raw[name]);
  return {
    Type: type,
    MessageId: textOf(raw.MessageId),
    TopicArn: textOf(raw.TopicArn),
    Message: textOf(raw.Message),
    Timestamp: textOf(raw.Timestamp),
    SignatureVersion: textOf(raw.SignatureVersion),
    Signature: textOf(raw.Signature),
    SigningCertURL: textOf(raw.SigningCertURL),
    Subject: optionalText(raw.Subject),
    ...(isConfirming && { Token: textOf(raw.Token), SubscribeURL: textOf(raw.SubscribeURL) }),
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    throw malformed();
  }
}

/** The signed text has `Key\nValue\n` for each signed field (W6). */
export const signedText = (message: TopicMessage): string =>
  SIGNED[message.Type]
    .filter((name) => message[name] !== undefined)
    .map((name) => `${name}\n${message[name]}\n`)
    .join("");

/**
 * The names of regions, and of nothing else: owners name topics too, and `sns.s3-us-west-2.amazonaws.com`, for example, would be a bucket of
 * a stranger.
 */
const TOPIC = /^arn:(aws[a-z-]*):sns:([a-z]{2,4}(?:-[a-z]+)+-\d{1,2}):\d{12}:[\w-]{1,256}$/;

/** True for the ARN of an SNS topic. */
export const isTopicArn = (text: string): boolean => TOPIC.test(text);

/** Gives the address of the topic's own service; undefined when the name is no topic. `aws-cn` has a domain of its own. */
export function topicServiceOrigin(topicArn: string): string | undefined {
  const [, partition, region] = TOPIC.exec(topicArn) ?? [];
  if (partition === undefined || region === undefined) return undefined;
  return `https://sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}`;
}

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[A-Za-z0-9]{32}\.pem$/;

/** Compares the address as text, so that it can contain no user name, port, query or second host. */
export const isCertificateUrl = (url: string, origin: string): boolean =>
  url.startsWith(`${origin}/`) && CERTIFICATE_PATH.test(url.slice(origin.length));

/** Accepts only the address at the topic service that confirms exactly this subscription. */
export function isConfirmationUrl({ SubscribeURL: url = "", TopicArn, Token }: TopicMessage, origin: string): boolean {
  if (!url.startsWith(`${origin}/?`) || url.includes("#")) return false;
  const query = new URLSearchParams(url.slice(origin.length + 2));
  const isOnly = (name: string, value: string | undefined) => {
    const given = query.getAll(name);
    return given.length === 1 && given[0] === value;
  };
  return isOnly("Action", "ConfirmSubscription") && isOnly("TopicArn", TopicArn) && isOnly("Token", Token);
}
