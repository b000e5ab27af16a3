import { createPublicKey, verify, X509Certificate } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Keeps a message of the topic unchanged. */
export type SnsBody = Partial<Record<string, string>>;

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: SnsBody;
  isSigned: boolean;
}

/** Contains the content that Meta puts into an event. */
export interface ProviderChange {
  field: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  value: any;
}

const SIGNED: Partial<Record<string, string[]>> = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
};

/** Checks a signature as the topic service documents it, without the simulator's code. */
export async function isProperlySigned(body: SnsBody): Promise<boolean> {
  const text = (SIGNED[body.Type ?? ""] ?? [])
    .filter((key) => body[key] !== undefined)
    .map((key) => `${key}\n${body[key]}\n`)
    .join("");
  const response = await fetch(body.SigningCertURL ?? "").catch(() => undefined);
  if (!response?.ok) return false;
  const certificate = new X509Certificate(await response.text());
  const algorithm = body.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256";
  const key = createPublicKey(certificate.publicKey.export({ type: "spki", format: "pem" }));
  return verify(algorithm, Buffer.from(text), key, Buffer.from(body.Signature ?? "", "base64"));
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The next answers have these statuses, and 200 follows them. */
  answers: number[];
  confirms: boolean;
  notifications(): Received[];
  /** Returns every change of every notification, in the order of arrival. */
  changes(): ProviderChange[];
  statuses(): string[];
  close(): Promise<void>;
}

/** Starts a webhook that checks signatures itself and confirms subscriptions. */
export async function aReceiver(port = 0): Promise<Receiver> {
  const receiver: Receiver = {
    url: "",
    received: [],
    answers: [],
    confirms: true,
    notifications: () => receiver.received.filter(({ body }) => body.Type === "Notification"),
    changes: () =>
      receiver.notifications().flatMap(({ body }) => {
        const { whatsAppWebhookEntry } = JSON.parse(body.Message ?? "");
        return JSON.parse(whatsAppWebhookEntry).changes as ProviderChange[];
      }),
    statuses: () =>
      receiver
        .changes()
        .flatMap(({ value }) => value.statuses ?? [])
        .map(({ status }: { status: string }) => status),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    answer(receiver, request)
      .then((status) => response.writeHead(status).end(`answered ${status}`))
      .catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/cloud/topic/chat`;
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Keeps the request, confirms a subscription, and returns the status to answer. */
async function answer(receiver: Receiver, request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as SnsBody;
  const isSigned = await isProperlySigned(body);
  receiver.received.push({ path: request.url ?? "", headers: request.headers, body, isSigned });
  if (body.Type !== "SubscriptionConfirmation") return receiver.answers.shift() ?? 200;
  if (isSigned && receiver.confirms) await fetch(body.SubscribeURL ?? "").catch(() => undefined);
  return 200;
}
