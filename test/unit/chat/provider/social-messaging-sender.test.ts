import {
  AccessDeniedException,
  DependencyException,
  InternalServiceException,
  InvalidParametersException,
  ResourceNotFoundException,
  SendWhatsAppMessageCommand,
  SocialMessagingClient,
  SocialMessagingServiceException,
  ThrottledRequestException,
  ValidationException,
} from "@aws-sdk/client-socialmessaging";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { OutgoingMessage } from "../../../../shared/chat/ports/chat-sender.ts";
import { SocialMessagingSender } from "../../../../shared/chat/provider/social-messaging-sender.ts";
import { aChatAccount, aTemplateMessage } from "../../../support/chat-builders.ts";

const cloud = mockClient(SocialMessagingClient);
afterEach(() => void cloud.reset());
afterAll(() => cloud.restore());

const ACCOUNT = aChatAccount();
const anOutgoing = (changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  account: ACCOUNT,
  recipient: { phone: "+15551230001" },
  callbackId: "0198f0b2-6c1e-7000-8000-000000000001",
  message: { type: "text", body: "Hi", previewUrl: false },
  ...changes,
});
const send = (changes: Partial<OutgoingMessage> = {}) =>
  new SocialMessagingSender({ apiVersion: "v24.0", timeoutMs: 5000 }).send(anOutgoing(changes));
const sentMessage = (): Record<string, unknown> => {
  const { message } = cloud.commandCalls(SendWhatsAppMessageCommand)[0]?.args[0].input ?? {};
  return JSON.parse(new TextDecoder().decode(message as Uint8Array));
};
const failing = (error: Error) => cloud.on(SendWhatsAppMessageCommand).rejects(error);
const answered = (httpStatusCode: number, message = "the provider's words") => ({
  message,
  $metadata: { httpStatusCode },
});

describe("SocialMessagingSender", () => {
  it("sends by the account's number, with the configured version, and answers the provider's id (P-platform-version)", async () => {
    cloud.on(SendWhatsAppMessageCommand).resolves({ messageId: "cloud-1" });
    expect(await send()).toEqual({ kind: "accepted", cloudMessageId: "cloud-1" });
    expect(cloud.commandCalls(SendWhatsAppMessageCommand)[0]?.args[0].input).toMatchObject({
      originationPhoneNumberId: ACCOUNT.originationPhoneNumberId,
      metaApiVersion: "v24.0",
    });
    expect(sentMessage()).toEqual({
      ...{ messaging_product: "whatsapp", recipient_type: "individual", to: "+15551230001", type: "text" },
      ...{ biz_opaque_callback_data: "0198f0b2-6c1e-7000-8000-000000000001", text: { body: "Hi", preview_url: false } },
    });
  });

  it("has our own id when the provider gives none", async () => {
    cloud.on(SendWhatsAppMessageCommand).resolves({});
    expect(await send()).toEqual({ kind: "accepted", cloudMessageId: anOutgoing().callbackId });
  });

  const upload = {
    providerMediaId: "900",
    usableUntilMs: 1,
    contentType: "application/pdf",
    filename: "bill.pdf",
    sizeBytes: 1,
  };
  it.each<[string, Partial<OutgoingMessage>, object]>([
    ["a customer's id", { recipient: { providerUserId: "US.1" } }, { recipient: "US.1" }],
    [
      "media by the provider's id",
      { message: { type: "image", source: { id: "ours" } }, upload },
      { image: { id: "900" } },
    ],
    [
      "a document under its upload's name",
      { message: { type: "document", source: { id: "ours" } }, upload },
      { document: { id: "900", filename: "bill.pdf" } },
    ],
    [
      "a document under another name",
      { message: { type: "document", source: { id: "ours" }, filename: "b.pdf" }, upload },
      { document: { id: "900", filename: "b.pdf" } },
    ],
    [
      "media by link",
      { message: { type: "video", source: { link: "https://a.example/v.mp4" }, caption: "c" } },
      { video: { link: "https://a.example/v.mp4", caption: "c" } },
    ],
    [
      "a reaction by the platform's id",
      { message: { type: "reaction", messageId: "ours", emoji: "👍" }, targetId: "wamid.1" },
      { reaction: { message_id: "wamid.1", emoji: "👍" } },
    ],
    [
      "a place",
      { message: { type: "location", latitude: 1, longitude: 2 } },
      { location: { latitude: 1, longitude: 2 } },
    ],
    [
      "a template",
      { message: aTemplateMessage() },
      {
        type: "template",
        template: {
          name: "order_update",
          language: { code: "en_US" },
          components: [{ type: "body", parameters: [{ type: "text", text: "Ana" }] }],
        },
      },
    ],
  ])("writes %s", async (_what, changes, expected) => {
    cloud.on(SendWhatsAppMessageCommand).resolves({ messageId: "1" });
    await send(changes);
    expect(sentMessage()).toMatchObject(expected);
  });

  it.each<[string, Error, string, number | undefined]>([
    ["throttling", new ThrottledRequestException(answered(429)), "throttled", 429],
    ["a failure inside", new InternalServiceException(answered(500)), "ambiguous", 500],
    ["a failure behind", new DependencyException(answered(502)), "ambiguous", 502],
    ["a refusal of the message", new ValidationException(answered(400)), "terminal", 400],
    ["a refusal of a parameter", new InvalidParametersException(answered(400)), "terminal", 400],
    ["an unknown number", new ResourceNotFoundException(answered(404)), "terminal", 404],
    ["a refusal of access", new AccessDeniedException(answered(403)), "terminal", 403],
    [
      "an overload that the model does not know",
      new SocialMessagingServiceException({ name: "ServiceUnavailable", $fault: "server", ...answered(503) }),
      "ambiguous",
      503,
    ],
    [
      "a refusal that the model does not know",
      new SocialMessagingServiceException({ name: "NewException", $fault: "client", ...answered(422) }),
      "terminal",
      422,
    ],
    [
      "a connection that was refused",
      Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
      "transient",
      undefined,
    ],
    [
      "a connection that broke",
      Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }),
      "ambiguous",
      undefined,
    ],
    ["no answer in time", Object.assign(new Error("aborted"), { name: "AbortError" }), "ambiguous", undefined],
  ])("knows %s", async (_what, error, kind, code) => {
    failing(error);
    expect(await send()).toMatchObject({ kind: "failed", class: kind, code });
    expect(cloud.commandCalls(SendWhatsAppMessageCommand)).toHaveLength(1);
  });

  it("passes on what the provider says of the message, and nothing of our own inside", async () => {
    failing(
      new ValidationException(
        answered(400, "bad\u0007to of arn:aws:social-messaging:us-east-1:123:phone-number-id/1f"),
      ),
    );
    expect(await send()).toMatchObject({
      cause: "the chat provider refused the message as invalid: bad to of [hidden]",
    });
    failing(new AccessDeniedException(answered(403, "User: arn:aws:sts::123:assumed-role/worker is not authorized")));
    expect(await send()).toMatchObject({ cause: "the chat provider refused access to the number" });
    failing(new ValidationException(answered(400, "x".repeat(100_000))));
    const outcome = await send();
    expect(outcome.kind === "failed" && outcome.cause.length).toBeLessThan(1100);
  });
});
