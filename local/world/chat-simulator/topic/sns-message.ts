import type { SignatureVersion, SigningIdentity } from "./signing-identity.ts";

/** A message of the topic before it is signed. */
export interface UnsignedMessage {
  readonly Type: "Notification" | "SubscriptionConfirmation";
  readonly MessageId: string;
  readonly TopicArn: string;
  readonly Subject?: string;
  readonly Message: string;
  readonly Timestamp: string;
  readonly Token?: string;
  readonly SubscribeURL?: string;
  readonly UnsubscribeURL?: string;
}

export interface SnsMessage extends UnsignedMessage {
  readonly SignatureVersion: SignatureVersion;
  readonly Signature: string;
  readonly SigningCertURL: string;
}

const SIGNED_KEYS = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
} as const;

/** Builds the text to sign: each present key in byte order and its value, every one followed by a newline (W6). */
export function stringToSign(message: UnsignedMessage): string {
  return SIGNED_KEYS[message.Type]
    .filter((key) => message[key] !== undefined)
    .map((key) => `${key}\n${message[key]}\n`)
    .join("");
}

export interface Signing {
  readonly identity: SigningIdentity;
  /** The origin that serves the certificate, without a slash at the end. */
  readonly origin: string;
  readonly version: SignatureVersion;
}

export async function signedMessage(
  message: UnsignedMessage,
  { identity, origin, version }: Signing,
): Promise<SnsMessage> {
  return {
    ...message,
    SignatureVersion: version,
    Signature: await identity.sign(stringToSign(message), version),
    SigningCertURL: `${origin}${identity.certificatePath}`,
  };
}

/** The headers of a delivery. The content type is text although the body is JSON (W2.1). */
export function snsHeaders(message: UnsignedMessage): Record<string, string> {
  return {
    "content-type": "text/plain; charset=UTF-8",
    "user-agent": "Amazon Simple Notification Service Agent",
    "x-amz-sns-message-type": message.Type,
    "x-amz-sns-message-id": message.MessageId,
    "x-amz-sns-topic-arn": message.TopicArn,
    ...(message.Type === "Notification" && { "x-amz-sns-subscription-arn": subscriptionArn(message.TopicArn) }),
  };
}

/** Returns the ARN of the topic's only subscription, which is the webhook's. */
export const subscriptionArn = (topicArn: string) => `${topicArn}:5f9a2c1e-4b7d-4c3a-9e8f-0a1b2c3d4e5f`;
