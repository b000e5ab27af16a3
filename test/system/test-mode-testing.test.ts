import { afterAll, beforeAll, describe, it } from "vitest";
import { Herald, HeraldError } from "../../client/src/herald.ts";
import {
  advance,
  advanceToRetry,
  customer,
  freshAddress,
  type Mailbox,
  mailbox,
  testTime,
} from "../../client/src/testing.ts";
import { LocalStack } from "../support/local-stack.ts";

const DAY_SECONDS = 86_400;
const FILE = {
  filename: "Übersicht.txt",
  content: Buffer.from("Total").toString("base64"),
  content_type: "text/plain",
};

let stack: LocalStack;
/** The clients of one owner: with a key of live mode, and with one of test mode. */
let live: Herald;
let test: Herald;
beforeAll(async () => {
  stack = await LocalStack.shared();
  const { token, key } = await stack.owner();
  const baseUrl = stack.file.base_url;
  live = new Herald({ baseUrl, apiKey: key });
  test = new Herald({ baseUrl, apiKey: String((await stack.apiKey(token, { mode: "test" })).key) });
});
afterAll(() => stack.close());

const places: readonly (readonly [name: string, herald: () => Herald, box: () => Mailbox])[] = [
  ["the local mailbox", () => live, () => mailbox(stack.file.mailbox_url)],
  ["test mode", () => test, () => mailbox(test)],
];

describe.each(places)("a test of mails in %s (D48c)", (_name, herald, box) => {
  it("waits for its mail and reads it, with its files", async ({ expect }) => {
    const to = freshAddress("ana");
    const body = "<p>Your account is ready.</p>";
    await herald().notifications.send({
      ...{ recipient: to, subject: "Welcome, Zoë", body, body_type: "html", attachments: [FILE] },
    });
    const mail = await box().waitFor({ to, subject: /^welcome/i });
    expect(mail).toMatchObject({ subject: "Welcome, Zoë", rcpt_to: [to] });
    expect(mail.html).toContain("Your account is ready.");
    expect(mail.attachments).toEqual([
      { filename: "Übersicht.txt", content_type: "text/plain", size: 5, inline: false },
    ]);
    expect((await box().list({ to })).map(({ id }) => id)).toEqual([mail.id]);
  });

  it("learns what came when its mail did not", async ({ expect }) => {
    const to = freshAddress("ana");
    await herald().notifications.send({ recipient: to, subject: "Welcome", body: "Hi" });
    await box().waitFor({ to });
    await expect(box().waitFor({ to, subject: "Goodbye", timeoutMs: 300 })).rejects.toThrow(
      /no mail to .* with the subject "Goodbye" within 300 ms; these came[\s\S]*"Welcome"/,
    );
  });
});

describe("a test of time and customers (D48d, D48e)", () => {
  it("moves from attempt to attempt, and finds the mail after the last", async ({ expect }) => {
    const to = freshAddress("defer2");
    const { id } = await test.notifications.send({ recipient: to, subject: "Late", body: "At last." });
    await advanceToRetry(id, { herald: test });
    await advanceToRetry(id, { herald: test });
    expect((await mailbox(test).waitFor({ to })).text).toContain("At last.");
    expect(await test.notifications.waitUntilSettled(id, { intervalMs: 200 })).toMatchObject({
      status: "sent",
      attempts: 3,
    });
    await expect(advanceToRetry(id, { herald: test })).rejects.toThrow(`${id} is sent, and waits for no retry`);
  });

  it("sends at a later time, which comes at once", async ({ expect }) => {
    const to = freshAddress("ana");
    const at = new Date((await testTime(test)).getTime() + 7 * DAY_SECONDS * 1000);
    await test.notifications.send({ recipient: to, subject: "Reminder", body: "A week.", send_at: at.toISOString() });
    await advance(7 * DAY_SECONDS, test);
    const { received_at } = await mailbox(test).waitFor({ to });
    expect(Date.parse(received_at)).toBeGreaterThanOrEqual(at.getTime());
  });

  it("answers a customer until the window closes", async ({ expect }) => {
    const ana = customer(undefined, test);
    const { conversation_id } = await ana.write("Where is my order?");
    await test.conversations.reply(conversation_id, { text: "At your door." });
    expect(await ana.waitFor({ text: "door" })).toMatchObject({ text: "At your door.", message: { to: ana.phone } });
    await advance(DAY_SECONDS, test);
    const late = await test.conversations.reply(conversation_id, { text: "Hello?" }).catch((error: unknown) => error);
    expect(late).toBeInstanceOf(HeraldError);
    expect(late).toMatchObject({ code: "window_closed" });
  });
});
