import { randomUUID } from "node:crypto";
import * as z from "zod";
import { BadRequestError, type Call, jsonReply, type Reply } from "../http/reply.ts";
import type { Simulator } from "../simulator.ts";
import { postMessage } from "../topic/post-message.ts";
import { signatureVersions } from "../topic/signing-identity.ts";
import { type SnsMessage, signedMessage, type UnsignedMessage } from "../topic/sns-message.ts";
import { noteEnvelope } from "./note-envelope.ts";
import { parseBody } from "./parse-body.ts";

const corruptions = ["signature", "topic", "cert_url", "none"] as const;
type Corruption = (typeof corruptions)[number];

/** The webhooks of Herald that take messages of topics. */
const WEBHOOKS = ["chat", "email"] as const;

const topicRequest = z
  .strictObject({
    kind: z.enum(["notification", "subscription"]),
    corrupt: z.enum(corruptions).default("none"),
    message: z.union([z.string(), z.looseObject({})]).optional(),
    signature_version: z
      .union([z.literal(1), z.literal(2), z.enum(signatureVersions)])
      .transform(String)
      .pipe(z.enum(signatureVersions))
      .optional(),
    message_id: z.string().min(1).max(100).optional(),
    webhook: z.enum(WEBHOOKS).default("chat"),
    topic_arn: z.string().min(1).max(400).optional(),
    subject: z.string().min(1).max(100).optional(),
    timestamp: z.iso.datetime().optional(),
  })
  .refine(({ kind, message }) => kind === "subscription" || message !== undefined, {
    path: ["message"],
    message: "a notification needs a message",
  });

type TopicRequest = z.output<typeof topicRequest>;

/**
 * Answers `POST /api/topic`, which publishes one message, valid or deliberately invalid, and returns the webhook's
 * answer.
 */
export async function publishToTopic(simulator: Simulator, call: Call): Promise<Reply> {
  const asked = parseBody(topicRequest, call);
  const chatEndpoint = simulator.webhookUrl();
  if (chatEndpoint === undefined) throw new BadRequestError("the webhook's address is not known yet", 503);
  const endpoint = endpointOf(asked, chatEndpoint);
  const isChatEvent = asked.webhook === "chat" && asked.kind === "notification" && asked.corrupt === "none";
  if (isChatEvent) noteEnvelope(simulator, textOf(asked.message));
  const message = await publishedMessage(simulator, asked, endpoint);
  try {
    return jsonReply(200, await postMessage(endpoint, message, simulator.closing));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadRequestError(`the webhook did not answer: ${why}`, 502);
  }
}

/** The webhooks lie beside each other. */
const endpointOf = ({ webhook }: TopicRequest, chatEndpoint: string): string =>
  webhook === "chat" ? chatEndpoint : new URL(webhook, chatEndpoint).href;

async function publishedMessage(simulator: Simulator, asked: TopicRequest, endpoint: string): Promise<SnsMessage> {
  const { topic_arn: given = simulator.topicArn } = asked;
  const topicArn = asked.corrupt === "topic" ? `${given}-of-somebody-else` : given;
  const basis = asked.kind === "subscription" ? simulator.subscription.confirmation(endpoint, topicArn) : undefined;
  const unsigned: UnsignedMessage = {
    ...(basis ?? { Type: "Notification", TopicArn: topicArn, MessageId: randomUUID(), Message: "" }),
    Timestamp: asked.timestamp ?? new Date().toISOString(),
    ...(asked.message !== undefined && { Message: textOf(asked.message) }),
    ...(asked.message_id !== undefined && { MessageId: asked.message_id }),
    ...(asked.subject !== undefined && basis === undefined && { Subject: asked.subject }),
  };
  const signing = simulator.signing();
  const signed = await signedMessage(unsigned, { ...signing, version: asked.signature_version ?? signing.version });
  return corrupted(signed, asked.corrupt);
}

const textOf = (message: TopicRequest["message"]) =>
  typeof message === "string" ? message : JSON.stringify(message ?? {});

function corrupted(message: SnsMessage, corruption: Corruption): SnsMessage {
  if (corruption === "signature") return { ...message, Signature: otherBytes(message.Signature) };
  if (corruption !== "cert_url") return message;
  // The certificate's path stays right, but its host becomes one that anybody could register.
  const { pathname } = new URL(message.SigningCertURL);
  return { ...message, SigningCertURL: `https://sns.us-east-1.amazonaws.com.example.com${pathname}` };
}

function otherBytes(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  return Buffer.from(bytes.map((byte) => byte ^ 0xff)).toString("base64");
}
