import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Herald, HeraldError } from "../../client/src/herald.ts";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { anAddress, LocalStack, until } from "../support/local-stack.ts";
import { FILES } from "../support/media-files.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";

describe("with a running service", () => {
  let stack: LocalStack;
  let owner: ChatOwner;
  let herald: Herald;
  beforeAll(async () => {
    stack = await LocalStack.shared();
    owner = await chatOwner(stack);
    herald = new Herald({
      baseUrl: stack.file.base_url,
      apiKey: owner.key,
      accessToken: () => stack.token(owner.sub),
      timeoutMs: 30_000,
    });
  });
  afterAll(() => stack.close());

  it("the client makes an account and a template, sends through both, and follows the mail to its end", async () => {
    const { host, port } = stack.file.smtp;
    const wire = { host, port, username: "demo", password: "demo", encryption: "starttls" } as const;
    const account = await herald.sendingAccounts.create({ label: "Shop", from_address: "shop@shop.example", ...wire });
    const { etag, ...listed } = account;
    expect(etag).toMatch(/^".+"$/);
    expect(await herald.sendingAccounts.list()).toEqual([listed]);
    expect(await herald.sendingAccounts.test(account.id, { recipient: anAddress() })).toEqual({ status: "sent" });
    const template = await herald.emailTemplates.create({
      name: "Hi",
      subject: "Hi {{.name}}",
      body: "Dear {{.name}}",
    });
    const recipient = anAddress();
    const request = { recipient, template_id: template.id, variables: { name: "Ana" } };
    const accepted = await herald.notifications.send(request, { idempotencyKey: "order-1" });
    const repeated = await herald.notifications.send(request, { idempotencyKey: "order-1" });
    expect([accepted.status, repeated.id]).toEqual(["pending", accepted.id]);
    const settled = await herald.notifications.waitUntilSettled(accepted.id, { intervalMs: 100 });
    expect(settled).toMatchObject({ id: accepted.id, status: "sent", attempts: 1 });
    expect((await stack.mail(recipient)).subject).toBe("Hi Ana");
    await herald.emailTemplates.delete(template.id);
    await expect(herald.emailTemplates.get(template.id)).rejects.toMatchObject({ status: 404, message: "not found" });
  });

  it("the client uploads a file, and sends it", async () => {
    const { attachment_id, ...view } = await herald.attachments.upload(new File(["Total: 12.00"], "Übersicht.txt"));
    expect(view).toMatchObject({ filename: "Übersicht.txt", content_type: "text/plain", size: 12 });
    const recipient = anAddress();
    const mail = {
      recipient,
      subject: "Receipt",
      body: "Thanks",
      attachments: [{ attachment_id }],
      reply_to: "b@x.test",
    };
    await herald.notifications.send(mail);
    expect((await stack.mail(recipient)).raw).toContain(Buffer.from("Total: 12.00").toString("base64"));
  });

  it("the client says what a refusal says", async () => {
    const error = await herald.notifications
      .send({ recipient: "", subject: "s", body: "b" })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HeraldError);
    expect(error).toMatchObject({ status: 400, message: "recipient is required", requestId: expect.any(String) });
    const stranger = new Herald({ baseUrl: stack.file.base_url, apiKey: "hrld_live_no" });
    await expect(stranger.notifications.get(NOBODY)).rejects.toMatchObject({ status: 401, message: "unauthorized" });
  });

  it("the client lists, reads and answers conversations, with files both ways", async () => {
    const phone = aCustomer();
    const phones = [phone, aCustomer(), aCustomer()];
    const png = new Uint8Array(FILES.png);
    const picture = {
      type: "image",
      image: {},
      content_base64: FILES.png.toString("base64"),
      content_type: "image/png",
    };
    for (const one of phones) {
      await owner.writes(one, one === phone ? picture : undefined);
      await owner.conversation(one);
    }
    const met: string[] = [];
    for await (const { customer_phone } of herald.conversations.list({ window: "open", limit: 1 }))
      met.push(customer_phone);
    expect(new Set(met)).toEqual(new Set(phones));
    const [first] = (await herald.conversations.page({ q: phone })).conversations;
    const id = first?.id ?? "";
    expect(await herald.conversations.get(id)).toEqual(first);
    const [inbound] = (await herald.conversations.messagePage(id)).messages;
    expect(inbound).toMatchObject({ direction: "inbound", message_type: "image" });
    expect(await herald.conversations.media(id, inbound?.id ?? "")).toMatchObject({ content_type: "image/png" });
    const file = { file: new Blob([png]), mediaType: "image", filename: "answer.png" } as const;
    const { media_id } = await herald.conversations.uploadMedia(id, file);
    const { notification_id } = await herald.conversations.reply(id, { message_type: "image", media_id });
    const sent = await herald.notifications.waitUntilSettled(notification_id, { intervalMs: 100 });
    expect([sent.channel, sent.status]).toEqual(["chat", "sent"]);
    const [answer] = (await herald.conversations.messagePage(id, { limit: 1 })).messages;
    expect(answer).toMatchObject({ id: notification_id, direction: "outbound", message_type: "image" });
  });

  it("the client makes a chat template, and asks how the service is", async () => {
    const made = await herald.chatTemplates.create({
      name: "order_ready",
      language: "en",
      category: "UTILITY",
      body: { text: "Your order {{1}} is ready.", examples: ["42"] },
    });
    expect(made.parameters.map(({ name }) => name)).toEqual(["parameter_1"]);
    const isApproved = ({ can_send }: { can_send: boolean }) => can_send;
    const approved = await until(() => herald.chatTemplates.sync(made.id), isApproved, { everyMs: 200 });
    expect(approved.remote_status).toBe("APPROVED");
    expect((await herald.chatTemplates.delete(made.id)).disabled).toBe(true);
    expect(await herald.status.get()).toMatchObject({ status: "running" });
    expect(await herald.status.ready()).toMatchObject({ status: "ready" });
  });
});
