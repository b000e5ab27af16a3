import { describe, expect, it } from "vitest";
import type * as z from "zod";
import type { components, operations } from "../../../client/src/api-types.ts";
import type * as client from "../../../client/src/herald.ts";
import { chatTemplateRequest } from "../../../shared/chat/contract/chat-template-request.ts";
import { definitionProblems } from "../../../shared/chat/domain/templates/template-definition.ts";
import { replyRequest } from "../../../shared/conversations/contract/reply.ts";
import { sendingAccountRequest } from "../../../shared/email/contract/sending-account-request.ts";

// As in send-forms.test.ts, each request that must not compile is below a line that says so, and the contract refuses
// it too.
const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e02";
const to = "ana@example.test";
const smtp = { label: "Shop", from_address: to, host: "mail.example", port: 587, encryption: "starttls" } as const;
const post = { label: "Shop", from_address: to, endpoint: "https://x.example", body_template: "{}" } as const;
const template = { name: "ready", language: "en", category: "UTILITY", body: { text: "It is ready." } } as const;
const reply = (request: client.ReplyRequest) => request;
const account = (request: client.SendingAccountRequest) => request;
const forReview = (request: client.ChatTemplateRequest) => request;

const RIGHT_REPLIES = [
  reply({ text: "It leaves today." }),
  reply({ message_type: "text", text: "It leaves today.", fallback_template_id: ID, fallback_parameters: ["10042"] }),
  reply({ message_type: "image", media_id: ID, caption: "Our menu" }),
  reply({ message_type: "document", media_url: "https://x.example/a.pdf", filename: "a.pdf" }),
  reply({ message_type: "location", latitude: 38.7, longitude: -9.1, location_name: "Our shop", address: "Lisbon" }),
];
const WRONG_REPLIES = [
  // @ts-expect-error: a reply says something
  reply({}),
  // @ts-expect-error: words are no file
  reply({ text: "It leaves today.", media_id: ID }),
  // @ts-expect-error: a file is uploaded or linked
  reply({ message_type: "image", caption: "Our menu" }),
  // @ts-expect-error: a file is uploaded or linked, not both
  reply({ message_type: "image", media_id: ID, media_url: "https://x.example/a.png" }),
  // @ts-expect-error: a place has both degrees
  reply({ message_type: "location", latitude: 38.7 }),
  // @ts-expect-error: a reply is no template
  reply({ message_type: "template", text: "Hello" }),
  // @ts-expect-error: parameters are a template's
  reply({ text: "It leaves today.", fallback_parameters: ["10042"] }),
];

const RIGHT_ACCOUNTS = [
  account(smtp),
  account({ ...smtp, from_addresses: ["billing@shop.example", "*@news.example"] }),
  account({ ...smtp, provider: "smtp", username: "u", password: "p", max_connections: 5, trusted_domains: ["x.test"] }),
  account({ ...post, provider: "http_api", api_key: "k", auth_header_name: "Authorization", auth_value_template: "x" }),
];
const WRONG_ACCOUNTS = [
  // @ts-expect-error: a mail server has an address
  account({ label: "Shop", from_address: to }),
  // @ts-expect-error: no such encryption
  account({ ...smtp, encryption: "ssl" }),
  // @ts-expect-error: an interface has an address
  account({ label: "Shop", from_address: to, provider: "http_api", body_template: "{}" }),
];
const ACCOUNTS_LEFT_ASIDE = [
  // @ts-expect-error: a mail server has no body template
  account({ ...smtp, body_template: "{}" }),
  // @ts-expect-error: an interface has no port
  account({ ...post, provider: "http_api", port: 587 }),
];

const RIGHT_TEMPLATES = [
  forReview(template),
  forReview({ ...template, header: { type: "text", text: "Order" }, footer: { text: "Shop" } }),
  forReview({ ...template, header: { type: "image", media_handle: "4::a" } }),
  forReview({ ...template, buttons: [{ type: "quick_reply", text: "Thanks" }] }),
  forReview({ ...template, buttons: [{ type: "call", text: "Call us", phone: "+15551230001" }] }),
  forReview({ ...template, buttons: [{ type: "static_url", text: "Shop", url: "https://x.example" }] }),
  forReview({
    ...template,
    buttons: [{ type: "dynamic_url", text: "Order", url: "https://x.example/{{1}}", example: "7" }],
  }),
];
const WRONG_TEMPLATES = [
  // @ts-expect-error: a text header has a text
  forReview({ ...template, header: { type: "text" } }),
  // @ts-expect-error: a file above the body has a handle
  forReview({ ...template, header: { type: "image", text: "Order" } }),
  // @ts-expect-error: who calls needs a number
  forReview({ ...template, buttons: [{ type: "call", text: "Call us" }] }),
  // @ts-expect-error: a quick reply opens nothing
  forReview({ ...template, buttons: [{ type: "quick_reply", text: "Thanks", url: "https://x.example" }] }),
  // @ts-expect-error: the review needs an example of the variable
  forReview({ ...template, buttons: [{ type: "dynamic_url", text: "Order", url: "https://x.example/{{1}}" }] }),
];

const isReviewed = (request: unknown): boolean => {
  const { success, data } = chatTemplateRequest.safeParse(request);
  return success && definitionProblems(data.definition).length === 0;
};
const isTakenBy =
  (schema: z.ZodType) =>
  (request: unknown): boolean =>
    schema.safeParse(request).success;

describe.each([
  ["reply", RIGHT_REPLIES, WRONG_REPLIES, isTakenBy(replyRequest)],
  ["sending account", [...RIGHT_ACCOUNTS, ...ACCOUNTS_LEFT_ASIDE], WRONG_ACCOUNTS, isTakenBy(sendingAccountRequest)],
  ["chat template", RIGHT_TEMPLATES, WRONG_TEMPLATES, isReviewed],
])("the forms of a request for a %s", (_name, right: readonly unknown[], wrong: readonly unknown[], isTaken) => {
  it("that compile are taken by the service, and those that do not are refused by it", () => {
    expect(right.filter((request) => !isTaken(request))).toEqual([]);
    expect(wrong.filter(isTaken)).toEqual([]);
  });
});

type AnyKey<T> = T extends unknown ? keyof T : never;
type BodyOf<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

/** Compiles only if the two types are equal. */
const isSame = <One, Other>(same: [One, Other] extends [Other, One] ? true : false): boolean => same;

describe("the client's requests", () => {
  it("have every field of the contract, and no other", () => {
    type Mail = components["schemas"]["EmailNotificationRequest"];
    type Message = components["schemas"]["ChatNotificationRequest"];
    const all = [
      isSame<AnyKey<client.EmailNotificationRequest>, keyof Mail>(true),
      isSame<keyof client.ChatNotificationRequest, keyof Message>(true),
      isSame<AnyKey<client.ChatContent>, keyof Message["chat"]>(true),
      isSame<AnyKey<client.Attachment>, keyof components["schemas"]["Attachment"]>(true),
      isSame<AnyKey<client.ReplyRequest>, keyof BodyOf<"replyToConversation">>(true),
      isSame<AnyKey<client.SendingAccountRequest>, keyof BodyOf<"createSendingAccount">>(true),
      isSame<AnyKey<client.SendingAccountRequest>, keyof BodyOf<"replaceSendingAccount">>(true),
      isSame<keyof client.ChatTemplateRequest, keyof BodyOf<"createChatTemplate">>(true),
      isSame<keyof client.BatchRequest, keyof BodyOf<"createNotificationBatch">>(true),
    ];
    expect(all).not.toContain(false);
  });
});
