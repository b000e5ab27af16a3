import { describe, expect, it } from "vitest";
import type { ShownMessage } from "../../../../shared/channels/contract/panel/message.ts";
import { chatShowcase } from "../../../../shared/conversations/chat-channel.ts";
import type { EmailContent } from "../../../../shared/email/domain/email-content.ts";
import { headersIn } from "../../../../shared/email/domain/message-headers.ts";
import type { ShownEmail } from "../../../../shared/email/domain/shown-email.ts";
import { emailShowcase } from "../../../../shared/email/email-channel.ts";
import { shownSource } from "../../../../shared/email/smtp/shown-source.ts";
import type { Notification } from "../../../../shared/notifications/domain/notification.ts";
import { readFile, type ShowMessageDeps, showMessage } from "../../../../shared/notifications/read/show-message.ts";
import { aNotification, anEmail, aSendingAccount } from "../../../support/builders.ts";
import { aChatContent, aChatTemplate, aTemplateMessage } from "../../../support/chat-builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";

const FILE = { filename: "bill.pdf", contentType: "application/pdf", sizeBytes: 7 };
const STORED = { filename: "plan.png", contentType: "image/png", contentId: "plan", sizeBytes: 5_000_000 };

async function shown(content: Partial<EmailContent>, { hasAccount = true, provider = "smtp" } = {}) {
  const clock = fakeClock();
  const notifications = inMemoryNotificationStore({ clock });
  const notification: Notification = aNotification({ createdAt: new Date(clock.now()).toISOString() });
  const { owner, id } = notification;
  await notifications.add(notification, anEmail(content));
  const account = aSendingAccount({
    fromName: "Sh\u00f6p",
    ...(provider === "http_api" && { settings: { provider, endpoint: "https://p.example", bodyTemplate: "{}" } }),
  });
  const email = emailShowcase({
    sendingAccounts: { find: async () => (hasAccount ? account : undefined) },
    mailFiles: {
      has: async (key) => key === "there",
      read: async (_, from, bytes) => new Uint8Array(bytes).fill(from % 7),
    },
    messageComposer: shownSource,
  });
  const deps: ShowMessageDeps<ShownMessage> = {
    notifications,
    showcases: { email, chat: chatShowcase({ chatTemplates: { get: async () => undefined } }) },
  };
  const part = (index: number, from = 0) => readFile(deps, { owner, id }, { index, from });
  const show = async () => (await showMessage(deps, { owner, id })) as ShownEmail;
  return { show, part, id, clock };
}

describe("showMessage() of a mail", () => {
  it("shows it as it leaves, with the plain part that its html body has", async () => {
    const { show, id } = await shown({
      ...{ cc: ["cc@example.org"], bcc: ["hidden@example.org"], bodyType: "html", body: "<p>Good <b>morning</b>.</p>" },
      ...{ subject: "Gr\u00fc\u00dfe", replyTo: ["help@example.org"], headers: { "X-Campaign": "autumn" } },
    });
    const mail = await show();
    expect(mail).toMatchObject({
      from: { name: "Sh\u00f6p", address: "herald@sender.example" },
      ...{ to: "anna@example.org", cc: ["cc@example.org"], bcc: ["hidden@example.org"], replyTo: ["help@example.org"] },
      ...{ subject: "Gr\u00fc\u00dfe", html: "<p>Good <b>morning</b>.</p>", text: "Good morning.", files: [] },
    });
    const headers = Object.fromEntries(mail.headers.map(({ name, value }) => [name, value]));
    expect(headers).toMatchObject({
      ...{ To: "anna@example.org", Cc: "cc@example.org", "X-Campaign": "autumn" },
      "Message-ID": `<${id}@sender.example>`,
    });
    expect(mail.source?.text).toContain("multipart/alternative");
    expect(mail.source?.text).not.toContain("hidden@example.org");
    expect(mail.source?.isCut).toBe(false);
  });

  it("names the files, says which are kept, and leaves their bytes out of the source", async () => {
    const attachments = [
      { ...FILE, source: { base64: Buffer.from("invoice").toString("base64") } },
      { ...STORED, source: { key: "there" } },
      { ...STORED, source: { key: "gone" } },
    ];
    const { show } = await shown({ attachments });
    const mail = await show();
    expect(mail.files).toEqual([
      { ...FILE, isKept: true },
      { ...STORED, isKept: true },
      { ...STORED, isKept: false },
    ]);
    expect(mail.source?.text).toContain("[7 bytes of the file, in base64]");
    expect(mail.source?.text).toContain("bill.pdf");
    expect(mail.source?.text).not.toContain(Buffer.from("invoice").toString("base64"));
  });

  it("cuts a long source, and not within a character", async () => {
    const { show } = await shown({ body: "\u00e4".repeat(300_000), headers: { "X-Long": "1" } });
    const { source } = await show();
    expect(source?.isCut).toBe(true);
    expect(Buffer.byteLength(source?.text ?? "")).toBeLessThanOrEqual(262_144);
    expect(source?.text).not.toContain("\uFFFD");
  });

  it("is refused where its answer would be more than Lambda takes", async () => {
    const large = await shown({ bodyType: "html", body: '"'.repeat(1_000_000) });
    const refusal = { code: "invalid_request", message: "the message is too large to be shown" };
    await expect(large.show()).rejects.toMatchObject(refusal);
    const { show } = await shown({ bodyType: "text", body: '"'.repeat(1_000_000) });
    expect((await show()).text).toHaveLength(1_000_000);
  });

  it("has no sender and no source when the account is gone, and no source where the account has no SMTP", async () => {
    const gone = await (await shown({}, { hasAccount: false })).show();
    expect([gone.from, gone.source, gone.headers, gone.text]).toEqual([undefined, undefined, [], "Good morning."]);
    const http = await (await shown({}, { provider: "http_api" })).show();
    expect([http.from?.address, http.source]).toEqual(["herald@sender.example", undefined]);
  });

  it("refuses what is no longer kept, and what nobody knows", async () => {
    const { show, clock } = await shown({});
    clock.advance(20 * 86_400_000);
    await expect(show()).rejects.toMatchObject({ code: "content_not_kept", message: "content is no longer kept" });
    clock.advance(200 * 86_400_000);
    await expect(show()).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("readFile()", () => {
  const attachments = [
    { ...FILE, source: { base64: Buffer.from("invoice").toString("base64") } },
    { ...STORED, source: { key: "there" } },
    { ...STORED, source: { key: "gone" } },
    { ...FILE, sizeBytes: 0, source: { base64: "" } },
  ];

  it("answers a file in parts, to its end", async () => {
    const { part } = await shown({ attachments });
    expect(Buffer.from((await part(0)).bytes).toString()).toBe("invoice");
    const first = await part(1);
    expect([first.bytes.length, first.next, first.file]).toEqual([3_000_000, 3_000_000, STORED]);
    const second = await part(1, 3_000_000);
    expect([second.bytes.length, second.next]).toEqual([2_000_000, undefined]);
    expect((await part(3)).bytes).toHaveLength(0);
  });

  it("refuses a file that there is not, one that is gone, and a beginning past its end", async () => {
    const { part } = await shown({ attachments });
    await expect(part(4)).rejects.toMatchObject({ code: "not_found" });
    await expect(part(2)).rejects.toMatchObject({ code: "content_not_kept" });
    await expect(part(0, 7)).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("showMessage() of a chat message", () => {
  const template = aChatTemplate({
    definition: {
      ...{ name: "order_ready", language: "en", category: "UTILITY", header: { type: "text", text: "Order {{1}}" } },
      body: { text: "Hi {{1}}, order {{2}} is ready, {{1}}.", examples: ["Ana", "1"] },
      footer: { text: "Shop" },
      buttons: [
        { type: "dynamic_url", text: "Track", url: "https://shop.example/{{1}}" },
        { type: "call", text: "Call", phone: "+4790012345" },
      ],
    },
  });
  const message = aTemplateMessage({
    templateId: template.id,
    values: { header_parameter_1: "4417", parameter_1: "Ana", parameter_2: "{{1}}", button_1_parameter_1: "t/9" },
  });
  const content = { ...aChatContent(), message };
  const notification = aNotification({ channel: "chat" });
  const show = (known: typeof template | undefined) =>
    chatShowcase({ chatTemplates: { get: async () => known } }).show(notification, content);

  it("puts a template's values in place, also one that looks like a variable", async () => {
    expect(await show(template)).toMatchObject({
      rendered: {
        ...{ header: { type: "text", text: "Order 4417" }, body: "Hi Ana, order {{1}} is ready, Ana.", footer: "Shop" },
        buttons: [
          { type: "dynamic_url", text: "Track", target: "https://shop.example/t/9" },
          { type: "call", text: "Call", target: "+4790012345" },
        ],
      },
    });
  });

  it("shows the values alone when the template is gone", async () => {
    expect(await show(undefined)).toMatchObject({ message, rendered: undefined });
  });
});

describe("headersIn()", () => {
  it("reads each header on one line, in order, and nothing of the body", () => {
    const source = "From: a@example.org\r\nSubject: one\r\n  two\r\nX-Empty:\r\n\r\nNot: a header";
    expect(headersIn(source)).toEqual([
      { name: "From", value: "a@example.org" },
      { name: "Subject", value: "one two" },
      { name: "X-Empty", value: "" },
    ]);
    expect(headersIn("")).toEqual([]);
  });
});
