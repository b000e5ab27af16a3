import { describe, expect, it } from "vitest";
import type * as client from "../../../client/src/herald.ts";
import { notificationRequest } from "../../../shared/channels/contract/notification-request.ts";
import { chatMessageOf } from "../../../shared/chat/contract/chat-message.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";

// Each request compiles, or is below a line that says that it must not. The contract decides in the same way, except
// for fields that it ignores.
const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e02";
const to = "ana@example.test";
const phone = "+15551230001";
const mail = { recipient: to, subject: "Hello", body: "It works." } as const;
const textMessage = { type: "text", text: { body: "Hello" } } as const;
const file = { content: "eA==", filename: "x.txt" } as const;

const send = (request: client.NotificationRequest) => request;
const chat = (content: client.ChatContent) => send({ channel: "chat", recipient: phone, chat: content });

const bodyType: "text" | "html" = ["html", "text"].includes(to) ? "html" : "text";
const RIGHT_SENDS = [
  send(mail),
  send({
    ...mail,
    channel: "email",
    cc: [to],
    bcc: [to],
    reply_to: to,
    from: to,
    from_name: "Shop",
    metadata: { order: "1" },
  }),
  send({ ...mail, reply_to: [to], headers: { "X-Campaign": "autumn" }, smtp_account_id: ID }),
  send({ ...mail, body_type: "text" }),
  send({ ...mail, body_type: bodyType }),
  send({ ...mail, body_type: "html", text: "It works." }),
  send({ recipient: to, template_id: "welcome" }),
  send({ recipient: to, template_id: ID, template_version: 2, variables: { name: "Ana" }, strict_variables: true }),
  send({ recipient: to, template_id: "welcome", body_type: "html" }),
  send({ recipient: to, template_id: "welcome", variables: { name: "Ana" }, data: { items: [{ n: 1 }], none: null } }),
  send({ ...mail, attachments: [file, { attachment_id: ID }, { attachment_id: ID, filename: "a", content_id: "b" }] }),
  send({ ...mail, send_at: "2026-11-23T08:00:00Z" }),
  send({ ...mail, send_at: new Date("2026-11-23T08:00:00Z") }),
  chat({ template_id: ID }),
  chat({ type: "template", template_id: ID, values: { parameter_1: "10042" } }),
  chat(textMessage),
  chat({ type: "text", text: { body: "https://x.test", preview_url: true }, fallback_template: { template_id: ID } }),
  chat({ type: "image", image: { id: ID, caption: "Our menu" } }),
  chat({ type: "video", video: { link: "https://x.example/a.mp4" } }),
  chat({ type: "audio", audio: { id: ID } }),
  chat({ type: "document", document: { link: "https://x.example/a.pdf", filename: "a.pdf" } }),
  chat({ type: "location", location: { latitude: 38.7, longitude: -9.1, name: "Our shop", address: "Lisbon" } }),
  chat({ type: "reaction", reaction: { message_id: ID, emoji: "👍" } }),
  chat({ type: "reaction", reaction: { message_id: ID } }),
  send({
    channel: "chat",
    recipient: phone,
    chat: textMessage,
    chat_account_id: ID,
    metadata: {},
    send_at: new Date(),
  }),
];

const WRONG_SENDS = [
  // @ts-expect-error: a mail has a body of its own, or a template
  send({ recipient: to }),
  // @ts-expect-error: a mail without a template has a subject
  send({ recipient: to, body: "It works." }),
  // @ts-expect-error: a mail without a template has a body
  send({ recipient: to, subject: "Hello" }),
  // @ts-expect-error: somebody gets it
  send({ subject: "Hello", body: "It works." }),
  // @ts-expect-error: a text body is its own plain part
  send({ ...mail, text: "It works." }),
  // @ts-expect-error: a text body is its own plain part
  send({ ...mail, body_type: "text", text: "It works." }),
  // @ts-expect-error: a template makes its own plain part
  send({ recipient: to, template_id: "welcome", body_type: "html", text: "It works." }),
  // @ts-expect-error: a version is of a template
  send({ ...mail, template_version: 2 }),
  // @ts-expect-error: data is a template's
  send({ ...mail, data: { items: [] } }),
  // @ts-expect-error: data is an object
  send({ recipient: to, template_id: "welcome", data: [1] }),
  // @ts-expect-error: no such type of body
  send({ ...mail, body_type: "markdown" }),
  // @ts-expect-error: no such channel
  send({ ...mail, channel: "sms" }),
  // @ts-expect-error: no such field
  send({ ...mail, subjekt: "Hello" }),
  // @ts-expect-error: a file is in the request or was uploaded, not both
  send({ ...mail, attachments: [{ ...file, attachment_id: ID }] }),
  // @ts-expect-error: a file is in the request or was uploaded
  send({ ...mail, attachments: [{ filename: "x.txt" }] }),
  // @ts-expect-error: a file in the request has a name
  send({ ...mail, attachments: [{ content: "eA==" }] }),
  // @ts-expect-error: a time is no number
  send({ ...mail, send_at: 1_790_000_000 }),
  // @ts-expect-error: values of metadata are texts
  send({ ...mail, metadata: { order: 1 } }),
  // @ts-expect-error: a chat message has a message
  send({ channel: "chat", recipient: phone }),
  // @ts-expect-error: a mail's body is no chat message
  send({ channel: "chat", recipient: phone, subject: "Hello", body: "It works." }),
  // @ts-expect-error: a text has a body
  chat({ type: "text", text: {} }),
  // @ts-expect-error: a text has its text
  chat({ type: "text" }),
  // @ts-expect-error: a message has a type
  chat({ text: { body: "Hello" } }),
  // @ts-expect-error: a picture does not belong to a text
  chat({ ...textMessage, image: { id: ID } }),
  // @ts-expect-error: a reaction has no picture
  chat({ type: "reaction", image: { id: ID } }),
  // @ts-expect-error: a template has its id
  chat({ type: "template", values: { parameter_1: "10042" } }),
  // @ts-expect-error: a template needs no other one
  chat({ template_id: ID, fallback_template: { template_id: ID } }),
  // @ts-expect-error: a file is uploaded or linked, not both
  chat({ type: "image", image: { id: ID, link: "https://x.example/a.png" } }),
  // @ts-expect-error: a file is uploaded or linked
  chat({ type: "document", document: { filename: "a.pdf" } }),
  // @ts-expect-error: a place has both degrees
  chat({ type: "location", location: { latitude: 38.7 } }),
  // @ts-expect-error: a reaction is to a message
  chat({ type: "reaction", reaction: { emoji: "👍" } }),
];

/** The service ignores these fields, but a caller who writes them means something else. */
const LEFT_ASIDE = [
  // @ts-expect-error: a template takes the place of subject and body
  send({ ...mail, template_id: "welcome" }),
  // @ts-expect-error: only a template has variables
  send({ ...mail, variables: { name: "Ana" } }),
  // @ts-expect-error: only a template has variables to be strict about
  send({ ...mail, strict_variables: true }),
  // @ts-expect-error: a mail is no chat message
  send({ ...mail, chat: textMessage }),
  // @ts-expect-error: a mail is sent by no chat account
  send({ ...mail, chat_account_id: ID }),
  // @ts-expect-error: a chat message has no subject
  send({ channel: "chat", recipient: phone, chat: textMessage, subject: "Hello" }),
  // @ts-expect-error: a chat message has no attachments
  send({ channel: "chat", recipient: phone, chat: textMessage, attachments: [file] }),
  // @ts-expect-error: a chat message is sent by no sending account
  send({ channel: "chat", recipient: phone, chat: textMessage, smtp_account_id: ID }),
];

/**
 * Says whether the service accepts the request: by the shape of its body and, for a chat message, by the fields that
 * belong together.
 */
function isTaken(request: client.NotificationRequest): boolean {
  const { success, data } = notificationRequest.safeParse(JSON.parse(JSON.stringify(request)));
  if (!success) return false;
  try {
    if (data.channel === "chat") chatMessageOf(data.chat);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

describe("the forms of a notification's request", () => {
  it("that compile are taken by the service", () => {
    expect(RIGHT_SENDS.filter((request) => !isTaken(request))).toEqual([]);
  });

  it("that do not compile are refused by the service", () => {
    expect(WRONG_SENDS.filter(isTaken)).toEqual([]);
  });

  it("that the service would take and partly ignore do not compile", () => {
    expect(LEFT_ASIDE.filter((request) => !isTaken(request))).toEqual([]);
  });

  it("are told apart by what they have", () => {
    const seen = RIGHT_SENDS.map((request) => {
      if (request.channel === "chat") return request.chat.type ?? "template message";
      if (request.template_id !== undefined) return "template";
      return request.body_type === "html" ? request.text : request.body;
    });
    expect(seen).toContain("It works.");
    expect(seen).toContain("reaction");
  });
});
