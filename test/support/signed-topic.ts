import { KeyObject, sign, webcrypto, X509Certificate } from "node:crypto";
import "reflect-metadata";
import * as x509 from "@peculiar/x509";
import { readTopicMessage, signedText } from "../../shared/cloud-topic/domain/topic-message.ts";

export const TOPIC_ARN = "arn:aws:sns:eu-west-1:123456789012:herald-chat-events";
export const TOPIC_ORIGIN = "https://sns.eu-west-1.amazonaws.com";
export const CERTIFICATE_URL = `${TOPIC_ORIGIN}/SimpleNotificationService-${"0a".repeat(16)}.pem`;

const RSA = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;
const DAY_MS = 86_400_000;

export interface Signer {
  readonly pem: string;
  readonly key: KeyObject;
}

/** Makes a key and a certificate like those of the topic service. */
export async function aSigner(given: { name?: string; fromMs?: number; untilMs?: number; isElliptic?: boolean } = {}) {
  const algorithm = given.isElliptic ? { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } : RSA;
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: "4001",
      name: given.name ?? "CN=sns.amazonaws.com",
      notBefore: new Date(given.fromMs ?? Date.now() - DAY_MS),
      notAfter: new Date(given.untilMs ?? Date.now() + DAY_MS),
      signingAlgorithm: algorithm,
      keys,
    },
    webcrypto,
  );
  return {
    pem: new X509Certificate(certificate.toString("pem")).toString(),
    key: KeyObject.from(keys.privateKey),
  } satisfies Signer;
}

export type TopicFields = Record<string, unknown>;

export const aNotification = (more: TopicFields = {}): TopicFields => ({
  Type: "Notification",
  MessageId: crypto.randomUUID(),
  TopicArn: TOPIC_ARN,
  Message: '{"whatsAppWebhookEntry":"{\\"id\\":\\"1\\"}","note":"Ä 😀\\n"}',
  Timestamp: "2027-01-15T08:00:00.000Z",
  SignatureVersion: "2",
  Signature: "",
  SigningCertURL: CERTIFICATE_URL,
  UnsubscribeURL: `${TOPIC_ORIGIN}/?Action=Unsubscribe`,
  ...more,
});

const subscribeUrl = (token: string) =>
  `${TOPIC_ORIGIN}/?Action=ConfirmSubscription&TopicArn=${TOPIC_ARN}&Token=${token}`;

export const aConfirmation = (more: TopicFields = {}): TopicFields =>
  aNotification({
    Type: "SubscriptionConfirmation",
    Message: "You have chosen to subscribe to the topic.",
    Token: "a1b2",
    SubscribeURL: subscribeUrl("a1b2"),
    ...more,
  });

/** Returns the fields as JSON, with a signature over them. */
export function signed(fields: TopicFields, { key }: Signer): string {
  const algorithm = fields.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256";
  const text = Buffer.from(signedText(readTopicMessage(JSON.stringify(fields))));
  return JSON.stringify({ ...fields, Signature: sign(algorithm, text, key).toString("base64") });
}
