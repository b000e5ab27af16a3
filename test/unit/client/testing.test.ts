import { afterEach, describe, expect, it, vi } from "vitest";
import { pauseBelowLimit } from "../../../client/src/testing/looking.ts";
import {
  advance,
  advanceToRetry,
  ChatMessageNotFoundError,
  customer,
  freshPhone,
  MailNotFoundError,
  mailbox,
  testTime,
} from "../../../client/src/testing.ts";
import { aClient, type Turn } from "./a-server.ts";

const ID = "0190b2a0-0000-7000-8000-000000000001";
const NOON = "2026-01-01T12:00:00.000Z";
const aMail = (more: object = {}) => ({
  ...{ id: ID, received_at: NOON, mail_from: "shop@x.test", rcpt_to: ["ana@example.test"], message_id: "<1@x.test>" },
  ...{ subject: "Welcome, Ana", from: "Shop <shop@x.test>", size: 9, notification_id: ID },
  ...more,
});
const aWholeMail = (type: string) => ({ ...aMail(), headers: { "content-type": type }, text: "Hi", html: "" });
const page = (messages: readonly object[], next_cursor?: string): Turn => ({
  status: 200,
  json: { messages, ...(next_cursor !== undefined && { next_cursor }) },
});
const json = (body: object): Turn => ({ status: 200, json: body });
const aChatMessage = (message: object) => ({ id: "wamid.1", notification_id: ID, sent_at: NOON, message });
const pathsOf = (seen: ReturnType<typeof aClient>["seen"]) =>
  seen.map(({ method, url }) => `${method} ${url.slice(url.indexOf("/api/v1"))}`);

afterEach(() => vi.unstubAllEnvs());

describe("mailbox() with a key of test mode", () => {
  it("looks until the mail is there, on every page, and returns it with its texts", async () => {
    const { herald, seen } = aClient([
      page([]),
      page([aMail({ id: "other", subject: "Other" })], "c"),
      page([aMail()]),
      json(aWholeMail("text/plain; charset=utf-8")),
    ]);
    const mail = await mailbox(herald).waitFor({ to: "ana@example.test", subject: "Welcome" });
    expect(mail).toMatchObject({ id: ID, subject: "Welcome, Ana", text: "Hi", attachments: [] });
    const list = "GET /api/v1/sandbox/messages?limit=100&to=ana%40example.test";
    expect(pathsOf(seen)).toEqual([list, list, `${list}&cursor=c`, `GET /api/v1/sandbox/messages/${ID}`]);
  });

  it("reads the source of a mail that may have files", async () => {
    const source = [
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "Hi",
      "--b",
      "Content-Type: text/plain; name=total.txt",
      "Content-Disposition: attachment; filename=total.txt",
      "Content-Transfer-Encoding: base64",
      "",
      "VG90YWw=",
      "--b--",
    ].join("\r\n");
    const { herald, seen } = aClient([
      page([aMail()]),
      json(aWholeMail("multipart/mixed; boundary=b")),
      { status: 200, text: source },
    ]);
    const { attachments } = await mailbox(herald).waitFor({ to: "ana@example.test" });
    expect(attachments).toEqual([{ filename: "total.txt", content_type: "text/plain", size: 5, inline: false }]);
    expect(pathsOf(seen).at(-1)).toBe(`GET /api/v1/sandbox/messages/${ID}/raw?from=0`);
  });

  it("reads a large source part by part", async () => {
    const [first, last] = ["é".repeat(1_500_000), "end"];
    const { herald, seen } = aClient([
      { status: 200, text: first },
      { status: 200, text: last },
    ]);
    expect((await herald.sandbox.messages.raw(ID)) === first + last).toBe(true);
    const path = `GET /api/v1/sandbox/messages/${ID}/raw`;
    expect(pathsOf(seen)).toEqual([`${path}?from=0`, `${path}?from=3000000`]);
  });

  it("does not go on reading a source that never ends", async () => {
    const endless = { status: 200, text: "x".repeat(3_000_000) };
    const { herald, seen } = aClient(Array.from({ length: 25 }, () => endless));
    await expect(herald.sandbox.messages.raw(ID)).rejects.toThrow("does not end");
    expect(seen).toHaveLength(20);
  });

  it("says what did come when the mail did not, and stops asking", async () => {
    const { herald, seen } = aClient([page([]), page([]), page([aMail({ subject: "Wellcome" })])]);
    const error = await mailbox(herald)
      .waitFor({ to: "ana@example.test", subject: "Welcome", timeoutMs: 100 })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(MailNotFoundError);
    expect(error).toMatchObject({ arrived: [{ subject: "Wellcome" }] });
    expect(String(error)).toBe(
      `MailNotFoundError: no mail to ana@example.test with the subject "Welcome" within 100 ms; these came, newest first:\n  ${NOON}  to ana@example.test: "Wellcome"`,
    );
    expect(seen).toHaveLength(3);
  });

  it("keeps below the rate of one request per second after its first looks", () => {
    const pauses = Array.from({ length: 40 }, (_, looks) => pauseBelowLimit(looks));
    const atMs = pauses.map((_, i) => pauses.slice(0, i + 1).reduce((sum, ms) => sum + ms, 0));
    expect(atMs.filter((ms) => ms <= 10_000).length).toBeLessThan(14);
    for (const ms of pauses.slice(6)) expect(ms).toBeGreaterThan(1000);
  });

  it("ends with the signal, and passes the service's refusals on", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const { herald } = aClient([page([])]);
    await expect(mailbox(herald).waitFor({ to: "a@x.test", signal })).rejects.toThrow("enough");
    const refused = aClient([
      { status: 403, json: { error: "the sandbox needs a key of test mode", code: "test_key_required" } },
    ]);
    await expect(mailbox(refused.herald).waitFor({ to: "a@x.test" })).rejects.toMatchObject({
      code: "test_key_required",
    });
  });

  it("lists and deletes", async () => {
    const { herald, seen } = aClient([page([aMail()]), { status: 204 }]);
    expect(await mailbox(herald).list()).toMatchObject([{ subject: "Welcome, Ana" }]);
    await mailbox(herald).clear();
    expect(pathsOf(seen)).toEqual(["GET /api/v1/sandbox/messages?limit=100", "DELETE /api/v1/sandbox/messages"]);
  });

  it("is chosen by the key of the environment, before the mailbox of a local stack", async () => {
    vi.stubEnv("HERALD_URL", "http://127.0.0.1:1");
    vi.stubEnv("HERALD_MAILBOX_URL", "http://127.0.0.1:2");
    vi.stubEnv("HERALD_API_KEY", "hrld_live_x");
    await expect(mailbox().list()).rejects.toThrow("the mailbox cannot be reached at http://127.0.0.1:2");
    expect(() => customer()).toThrow("HERALD_API_KEY must be a key of test mode");
    await expect(advance(1)).rejects.toThrow("HERALD_API_KEY must be a key of test mode");
    vi.stubEnv("HERALD_API_KEY", "hrld_test_x");
    await expect(customer().waitFor({ timeoutMs: 1, signal: AbortSignal.abort(new Error("mine")) })).rejects.toThrow(
      "mine",
    );
    vi.stubEnv("HERALD_URL", "");
    expect(() => mailbox()).toThrow("baseUrl is missing");
    vi.stubEnv("HERALD_API_KEY", "");
    vi.stubEnv("HERALD_MAILBOX_URL", "");
    expect(() => mailbox()).toThrow("set HERALD_API_KEY to a key of test mode (hrld_test_…), or HERALD_MAILBOX_URL");
  });
});

describe("customer()", () => {
  const PHONE = "+351912345678";

  it("writes, and waits for what it gets", async () => {
    const texts = [
      { type: "text", text: { body: "Hello" } },
      { type: "image", image: { caption: "Look" } },
      { type: "template", template: { name: "welcome" } },
    ];
    const { herald, seen } = aClient([
      { status: 201, json: { conversation_id: ID, message_id: ID } },
      { status: 201, json: { conversation_id: ID, message_id: ID } },
      page([]),
      page(texts.map(aChatMessage)),
      page(texts.map(aChatMessage)),
      page(texts.map(aChatMessage)),
    ]);
    const ana = customer(PHONE, herald);
    expect(await ana.write("Hi")).toEqual({ conversation_id: ID, message_id: ID });
    await ana.write({ type: "button", button: { text: "Yes" } });
    expect(seen.map(({ body }) => JSON.parse(String(body)))).toEqual([
      { type: "text", text: { body: "Hi" } },
      { type: "button", button: { text: "Yes" } },
    ]);
    expect(await ana.waitFor({ text: "Look" })).toMatchObject({ text: "Look", message: { type: "image" } });
    expect(await ana.waitFor()).toMatchObject({ text: "Hello" });
    expect((await ana.list({ text: /^$/ })).map(({ message }) => message.type)).toEqual(["template"]);
    expect(pathsOf(seen).at(-1)).toBe("GET /api/v1/sandbox/customers/%2B351912345678/messages?limit=100");
  });

  it("says what it got instead", async () => {
    const { herald } = aClient([page([aChatMessage({ type: "text", text: { body: "Hello" } })])]);
    const error = await customer(PHONE, herald)
      .waitFor({ text: /bye/i, timeoutMs: 1 })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ChatMessageNotFoundError);
    expect(String(error)).toMatch(
      /no chat message to \+351912345678 with the text \/bye\/i within 1 ms; these came, newest first:\n {2}\S+ {2}text: "Hello"$/,
    );
    const nothing = customer(PHONE, aClient([page([])]).herald).waitFor({ timeoutMs: 1 });
    await expect(nothing).rejects.toThrow("no chat message to +351912345678 within 1 ms; the customer got nothing");
  });

  it("has a number of its own", () => {
    const phones = Array.from({ length: 100 }, freshPhone);
    expect(new Set(phones).size).toBe(100);
    for (const phone of phones) expect(phone).toMatch(/^\+[1-9]\d{7,14}$/);
  });
});

describe("test time", () => {
  const clock = (now: string) => json({ now, advanced_seconds: 60 });
  const timeline = (explanation: object, event = "retrying"): Turn =>
    json({
      explanation: { code: "waiting", summary: "s", what_to_do: "", ...explanation },
      timeline: [{ at: NOON, event }],
      recipients: [],
    });

  it("is read and moved ahead", async () => {
    const { herald, seen } = aClient([clock(NOON), clock(NOON)]);
    expect(await testTime(herald)).toEqual(new Date(NOON));
    expect(await advance(60, herald)).toEqual({ now: NOON, advanced_seconds: 60 });
    expect(seen.map(({ body }) => body)).toEqual([undefined, '{"advance_seconds":60}']);
  });

  it("moves to the next attempt once it is planned, and not to one that is due", async () => {
    const now = Date.now() + 86_400_000;
    const at = (ms: number) => ({ will_retry_at: new Date(now + ms).toISOString() });
    const { herald, seen } = aClient([
      clock(new Date(now).toISOString()),
      timeline({}, "accepted"),
      timeline(at(-500)),
      timeline(at(60_000)),
      clock(NOON),
    ]);
    await advanceToRetry(ID, { herald });
    expect(pathsOf(seen)).toEqual([
      "GET /api/v1/sandbox/clock",
      ...Array.from({ length: 3 }, () => `GET /api/v1/notifications/${ID}/timeline`),
      "POST /api/v1/sandbox/clock",
    ]);
    const { advance_seconds: seconds } = JSON.parse(String(seen.at(-1)?.body));
    expect(seconds).toBeGreaterThan(55);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it("says that no attempt is planned", async () => {
    const sent = aClient([clock(NOON), timeline({}, "sent")]).herald;
    await expect(advanceToRetry(ID, { herald: sent })).rejects.toThrow(
      `the notification ${ID} is sent, and waits for no retry`,
    );
    const never = aClient([clock(NOON), timeline({}, "accepted")]).herald;
    await expect(advanceToRetry(ID, { herald: never, timeoutMs: 1 })).rejects.toThrow("waits for no retry within 1 ms");
  });
});
