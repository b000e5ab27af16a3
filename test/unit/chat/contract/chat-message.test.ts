import { describe, expect, it } from "vitest";
import { notificationRequest, sendingAccountIn } from "../../../../shared/channels/contract/notification-request.ts";
import { type ChatPayload, chatMessageOf } from "../../../../shared/chat/contract/chat-message.ts";
import type { ChatRequest } from "../../../../shared/chat/contract/chat-request.ts";
import { Refusal } from "../../../../shared/kernel/refusal.ts";
import { openApiDocument } from "../../../../shared/reference/contract/openapi.ts";
import { shapeMessage } from "../../../support/shape-problems.ts";

const TEMPLATE = "0198f0b2-6c1e-7000-8000-000000000001";
const TEXT = { type: "text", text: { body: "Hi" } };
const LINK = "https://cdn.example/a.png";
const aRequest = (chat: unknown = TEXT, changes: object = {}) => ({
  channel: "chat",
  recipient: "+15551230001",
  chat,
  ...changes,
});

/** Returns the text of the error that the caller gets, or undefined if the request has the right shape. */
function refusalOf(request: unknown): string | undefined {
  const parsed = notificationRequest.safeParse(request);
  if (!parsed.success) return shapeMessage(notificationRequest, request);
  try {
    chatMessageOf((parsed.data as ChatRequest).chat);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const messageOf = (chat: unknown) =>
  chatMessageOf((notificationRequest.parse(aRequest(chat)) as { chat: ChatPayload }).chat);

describe("a chat notification's request", () => {
  it.each([
    ["a text", TEXT],
    ["a text with a preview", { type: "text", text: { body: "x".repeat(4096), preview_url: true } }],
    ["4096 characters that take two units each", { type: "text", text: { body: "👍".repeat(4096) } }],
    ["a template", { type: "template", template_id: TEMPLATE, values: { parameter_1: "a" } }],
    ["a template without type", { template_id: TEMPLATE }],
    ["an image by id", { type: "image", image: { id: TEMPLATE, caption: "c" } }],
    ["a video by link", { type: "video", video: { link: LINK } }],
    ["an audio", { type: "audio", audio: { link: LINK } }],
    ["a document", { type: "document", document: { link: LINK, filename: "a.pdf", caption: "c" } }],
    ["a place", { type: "location", location: { latitude: -90, longitude: 180, name: "HQ", address: "Av. 1" } }],
    ["a reaction", { type: "reaction", reaction: { message_id: "wamid.1", emoji: "👍" } }],
    ["a reaction taken back", { type: "reaction", reaction: { message_id: "wamid.1", emoji: "" } }],
    ["a fallback", { ...TEXT, fallback_template: { type: "template", template_id: TEMPLATE, values: {} } }],
    ["a fallback without type and values", { ...TEXT, fallback_template: { template_id: TEMPLATE } }],
  ])("may bring %s", (_what, chat) => {
    expect(refusalOf(aRequest(chat))).toBeUndefined();
  });

  const part = (type: string, more: object) => ({ type, [type]: more });
  it.each<[string, object, string]>([
    ["no recipient", aRequest(TEXT, { recipient: undefined }), "recipient is required"],
    [
      "a number without a plus",
      aRequest(TEXT, { recipient: "15551230001" }),
      "recipient must be a phone number in E.164 form, such as +15551230001",
    ],
    [
      "a number with spaces",
      aRequest(TEXT, { recipient: "+1 555 123 0001" }),
      "recipient must be a phone number in E.164 form, such as +15551230001",
    ],
    [
      "a number with a line break",
      aRequest(TEXT, { recipient: "+15551230001\n" }),
      "recipient must be a phone number in E.164 form, such as +15551230001",
    ],
    [
      "an email address",
      aRequest(TEXT, { recipient: "anna@example.org" }),
      "recipient must be a phone number in E.164 form, such as +15551230001",
    ],
    ["a number as number", aRequest(TEXT, { recipient: 15551230001 }), "recipient must be a string"],
    ["no chat", aRequest(undefined, { chat: undefined }), "chat is required"],
    ["chat that is no object", aRequest("Hi"), "chat must be an object"],
    ["chat that is null", aRequest(null), "chat must be an object"],
    ["an account that is no id", aRequest(TEXT, { chat_account_id: "main" }), "chat_account_id must be a UUID"],
    ["an unknown field", aRequest(TEXT, { phone: "x" }), 'unknown field "phone"'],
    ["an unknown field in chat", aRequest({ ...TEXT, emoji: "x" }), 'unknown field "emoji"'],
    ["an unknown field in a part", aRequest(part("text", { body: "Hi", preview: true })), 'unknown field "preview"'],
    [
      "an unknown field in a fallback",
      aRequest({ ...TEXT, fallback_template: { template_id: TEMPLATE, name: "x" } }),
      'unknown field "name"',
    ],
    ["no type", aRequest({ text: { body: "Hi" } }), "chat.type is required"],
    ["an empty payload", aRequest({}), "chat.type is required"],
    [
      "an unknown type",
      aRequest({ type: "sticker" }),
      "chat.type must be one of: template, text, image, video, audio, document, location, reaction",
    ],
    ["no part", aRequest({ type: "text" }), "chat.text is required"],
    [
      "the part of another type",
      aRequest({ type: "image", text: { body: "Hi" } }),
      "chat.text does not belong to chat.type image",
    ],
    ["a part too many", aRequest({ ...TEXT, image: { link: LINK } }), "chat.image does not belong to chat.type text"],
    [
      "a template with a text",
      aRequest({ type: "text", template_id: TEMPLATE, text: { body: "Hi" } }),
      "chat.template_id does not belong to chat.type text",
    ],
    ["values with a text", aRequest({ ...TEXT, values: {} }), "chat.values does not belong to chat.type text"],
    [
      "a fallback of a template",
      aRequest({ template_id: TEMPLATE, fallback_template: { template_id: TEMPLATE } }),
      "chat.fallback_template does not belong to chat.type template",
    ],
    ["a template without id", aRequest({ type: "template" }), "chat.template_id is required"],
    ["a template's id that is none", aRequest({ template_id: "order" }), "chat.template_id must be a UUID"],
    [
      "values that are a list",
      aRequest({ template_id: TEMPLATE, values: ["a"] }),
      "chat.values must be an object of strings",
    ],
    [
      "values that are numbers",
      aRequest({ template_id: TEMPLATE, values: { parameter_1: 1 } }),
      "chat.values must be an object of strings",
    ],
    ["a text without body", aRequest(part("text", {})), "chat.text.body is required"],
    ["a blank text", aRequest(part("text", { body: "  " })), "chat.text.body is required"],
    ["a text that is no string", aRequest(part("text", { body: 1 })), "chat.text.body must be a string"],
    [
      "a text that is too long",
      aRequest(part("text", { body: "x".repeat(4097) })),
      "chat.text.body must have at most 4096 characters",
    ],
    [
      "a preview that is no boolean",
      aRequest(part("text", { body: "Hi", preview_url: "yes" })),
      "chat.text.preview_url must be a boolean",
    ],
    [
      "media with both",
      aRequest(part("image", { id: TEMPLATE, link: LINK })),
      "exactly one of chat.image.id and chat.image.link is required",
    ],
    [
      "media with neither",
      aRequest(part("video", { caption: "c" })),
      "exactly one of chat.video.id and chat.video.link is required",
    ],
    [
      "a link without encryption",
      aRequest(part("audio", { link: "http://cdn.example/a.mp3" })),
      "chat.audio.link must be a public https URL",
    ],
    [
      "a link into the inside",
      aRequest(part("image", { link: "https://127.0.0.1/a.png" })),
      "chat.image.link must be a public https URL",
    ],
    [
      "a caption that is too long",
      aRequest(part("image", { link: LINK, caption: "x".repeat(1025) })),
      "chat.image.caption must have at most 1024 characters",
    ],
    [
      "a name with a path",
      aRequest(part("document", { link: LINK, filename: "../a.pdf" })),
      "chat.document.filename must be a plain file name of at most 240 bytes, without a path",
    ],
    ["a place without latitude", aRequest(part("location", { longitude: 1 })), "chat.location.latitude is required"],
    [
      "a latitude beyond the pole",
      aRequest(part("location", { latitude: 90.1, longitude: 1 })),
      "chat.location.latitude must be between -90 and 90",
    ],
    [
      "a longitude as text",
      aRequest(part("location", { latitude: 1, longitude: "1" })),
      "chat.location.longitude must be a number",
    ],
    ["a reaction to nothing", aRequest(part("reaction", { emoji: "👍" })), "chat.reaction.message_id is required"],
    [
      "two emojis",
      aRequest(part("reaction", { message_id: "m", emoji: "👍👍" })),
      "chat.reaction.emoji must be a single emoji, or empty to take the reaction back",
    ],
    [
      "a fallback of another type",
      aRequest({ ...TEXT, fallback_template: { type: "text", template_id: TEMPLATE } }),
      "chat.fallback_template.type must be one of: template",
    ],
    [
      "a fallback without template",
      aRequest({ ...TEXT, fallback_template: {} }),
      "chat.fallback_template.template_id is required",
    ],
    [
      "a fallback that is no object",
      aRequest({ ...TEXT, fallback_template: TEMPLATE }),
      "chat.fallback_template must be an object",
    ],
    ["an email field of the wrong type", aRequest(TEXT, { cc: "anna@example.org" }), "cc must be an array of strings"],
    ["another channel", { channel: "sms", recipient: "+15551230001" }, "channel must be one of: email, chat"],
    ["a channel that is no text", { channel: 1, recipient: "+15551230001" }, "channel must be one of: email, chat"],
    ["a channel that is null", { channel: null, recipient: "+15551230001" }, "channel must be one of: email, chat"],
  ])("is refused with %s", (_what, request, message) => {
    expect(refusalOf(request)).toBe(message);
  });

  it("knows the fields of an email, and does not use them (C2)", () => {
    const unused = {
      ...{ subject: "", body: "x", cc: ["nobody"], bcc: [], from_name: "line\nbreak", body_type: "rtf" },
      ...{ template_id: "not an id", smtp_account_id: "not an id", variables: { a: "b" } },
    };
    expect(refusalOf(aRequest(TEXT, unused))).toBeUndefined();
  });

  it("lets an email carry the fields of chat unused", () => {
    const email = { recipient: "anna@example.org", subject: "Hello", body: "Good morning." };
    expect(notificationRequest.parse({ ...email, chat_account_id: "x", chat: TEXT })).toMatchObject({
      channel: "email",
    });
    expect(shapeMessage(notificationRequest, { ...email, chat: { nonsense: 1 } })).toBe('unknown field "nonsense"');
  });

  it("is an email when no channel is named", () => {
    expect(notificationRequest.parse({ recipient: "anna@example.org", subject: "a", body: "b" }).channel).toBe("email");
  });

  it("has no origin to check, valid or not", () => {
    expect(sendingAccountIn({ channel: "chat", smtp_account_id: TEMPLATE })).toBeUndefined();
    expect(sendingAccountIn({ smtp_account_id: TEMPLATE })).toEqual({ accountId: TEMPLATE });
    expect(sendingAccountIn({ channel: "sms" })).toEqual({ accountId: undefined });
  });

  it("becomes the domain's words", () => {
    expect(messageOf({ template_id: TEMPLATE.toUpperCase(), values: { parameter_1: "a" } })).toEqual({
      content: {
        kind: "template",
        templateId: TEMPLATE,
        values: { kind: "named", values: { parameter_1: "a" }, path: "chat.values" },
      },
    });
    expect(messageOf({ ...TEXT, fallback_template: { template_id: TEMPLATE } })).toEqual({
      content: { kind: "free_form", content: { type: "text", body: "Hi", previewUrl: false }, idField: "chat.text.id" },
      fallback: { templateId: TEMPLATE, values: { kind: "named", values: {}, path: "chat.fallback_template.values" } },
    });
  });

  it("is described field by field", () => {
    const document = JSON.stringify(openApiDocument());
    for (const name of [
      "ChatNotificationRequest",
      "EmailNotificationRequest",
      "ChatPayload",
      "fallback_template",
      "preview_url",
    ])
      expect(document).toContain(`"${name}"`);
  });
});
