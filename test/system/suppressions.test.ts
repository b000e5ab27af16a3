import { afterAll, beforeAll, describe, it } from "vitest";
import { eventReader } from "../support/event-reader.ts";
import { anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";
import { type RudeSmtpServer, rudeSmtpServer } from "../support/rude-smtp-server.ts";

const PATH = "/api/v1/suppressions";
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const CREDENTIALS = { username: "shop", password: "s3cret" };

let stack: LocalStack;
let smtp: RudeSmtpServer;
/** The mail server's answers to RCPT, by address. */
const answers = new Map<string, string>();
beforeAll(async () => {
  [stack, smtp] = await Promise.all([
    LocalStack.shared(HASTY),
    rudeSmtpServer({ encryption: "none", credentials: CREDENTIALS, rcpt: (address) => answers.get(address) }),
  ]);
});
afterAll(() => Promise.all([stack.close(), smtp.close()]));

const add = ({ token }: Pick<Owner, "token">, json: unknown) => stack.call("POST", PATH, { token, json });
const list = ({ token }: Pick<Owner, "token">, query = "") => stack.call("GET", `${PATH}${query}`, { token });
const remove = ({ token }: Pick<Owner, "token">, id: unknown) =>
  stack.call("DELETE", `${PATH}/${String(id)}`, { token });
const suppressionsOf = async (who: Owner, query = "") => (await list(who, query)).body.suppressions as Fields[];
const told = async ({ key }: Owner, id: string) =>
  (await stack.call("GET", `/api/v1/notifications/${id}/timeline`, { token: key })).body as unknown as {
    readonly timeline: Fields[];
    readonly recipients: Fields[];
    readonly explanation: Fields;
  };
const ended = (who: Owner, id: string) => stack.settled(who.key, id);
const throughRudeServer = () => stack.owner({ host: "127.0.0.1", port: smtp.port, encryption: "none", ...CREDENTIALS });
const envelopeOf = (recipient: string) => smtp.accepted.find(({ to }) => to.includes(recipient))?.to;
const today = () => new Date().toISOString().slice(0, 10);
const because = (reason: string) => `recipient is suppressed: ${reason} on ${today()}`;

describe("the resource (D45, D45c)", () => {
  it("is made, listed newest first, found in any spelling, and deleted", async ({ expect }) => {
    const who = await stack.owner(null);
    const address = anAddress("Ana", "straße.example");
    const made = await add(who, { recipient: ` ${address} ` });
    expect([made.status, made.body]).toEqual([
      201,
      {
        ...{ id: expect.stringMatching(UUID_V7), channel: "email", recipient: address, reason: "manual" },
        created_at: expect.stringMatching(TIME),
      },
    ]);
    const number = await add(who, { recipient: "+5215512345678", reason: "unsubscribe", topic: "marketing" });
    expect(number.body).toMatchObject({ channel: "chat", reason: "unsubscribe", topic: "marketing" });
    expect((await list(who)).body).toEqual({ suppressions: [number.body, made.body] });
    const spelled = address.toUpperCase().replace("STRASSE", "XN--STRAE-OQA");
    expect(await suppressionsOf(who, `?recipient=${encodeURIComponent(spelled)}`)).toEqual([made.body]);
    expect(await suppressionsOf(who, "?recipient=%2B525512345678")).toEqual([number.body]);
    expect(await suppressionsOf(who, "?reason=bounce")).toEqual([]);
    expect((await remove(who, made.body.id)).status).toBe(204);
    expect((await remove(who, made.body.id)).status).toBe(404);
    expect(await suppressionsOf(who)).toEqual([number.body]);
  });

  it("is one for a recipient, a reason and a topic: a repeat is 200 with it, unchanged", async ({ expect }) => {
    const who = await stack.owner(null);
    const address = anAddress();
    const first = await add(who, { recipient: address, topic: "news" });
    const again = await add(who, { recipient: address.toUpperCase(), topic: "news", reason: "manual" });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const many = await Promise.all(Array.from({ length: 10 }, () => add(who, { recipient: address })));
    expect(many.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(many.map(({ body }) => body.id)).size).toBe(1);
    expect((await add(who, { recipient: address, reason: "complaint" })).status).toBe(201);
    expect(await suppressionsOf(who)).toHaveLength(3);
  });

  it("is listed by pages, whose cursor belongs to its owner and filters", async ({ expect }) => {
    const [who, other] = [await stack.owner(null), await stack.owner(null)];
    for (let i = 0; i < 5; i++) await add(who, { recipient: anAddress(), reason: i < 3 ? "bounce" : "manual" });
    const first = await list(who, "?limit=2&reason=bounce");
    expect(first.body.suppressions).toHaveLength(2);
    const next = `cursor=${encodeURIComponent(String(first.body.next_cursor))}`;
    const second = await list(who, `?limit=2&reason=bounce&${next}`);
    expect(second.body).toEqual({ suppressions: [expect.objectContaining({ reason: "bounce" })] });
    for (const [by, query] of [
      [other, `?limit=2&reason=bounce&${next}`],
      [who, `?limit=2&${next}`],
      [who, "?cursor=nonsense"],
    ] as const)
      expect((await list(by, query)).body).toMatchObject({ error: "cursor is not valid" });
    expect(await suppressionsOf(other)).toEqual([]);
  });

  it.for<[string, unknown, string]>([
    ["no recipient", {}, "recipient is required"],
    ["a name", { recipient: "Ana" }, "recipient must be an email address or a phone number in E.164"],
    ["another reason", { recipient: "a@x.example", reason: "spam" }, "reason must be one of"],
    ["a bounce with a topic", { recipient: "a@x.example", reason: "bounce", topic: "news" }, "topic may stand only"],
    ["a complaint with a topic", { recipient: "a@x.example", reason: "complaint", topic: "news" }, "topic may"],
    ["a topic with capitals", { recipient: "a@x.example", topic: "News" }, "topic must match"],
    ["a long topic", { recipient: "a@x.example", topic: "a".repeat(65) }, "topic must match"],
    ["an unknown field", { recipient: "a@x.example", topics: [] }, "topics"],
  ])("refuses %s", async ([, json, error], { expect }) => {
    const answer = await add({ token: await stack.token("demo") }, json);
    expect([answer.status, String(answer.body.error)]).toEqual([400, expect.stringContaining(error)]);
  });

  it.for(["?recipient=Ana", "?reason=spam", "?limit=0", "?limit=101"])(
    "refuses the query %s",
    async (query, { expect }) => {
      expect((await list({ token: await stack.token("demo") }, query)).status).toBe(400);
    },
  );

  it("belongs to a person, and to one owner", async ({ expect }) => {
    const [who, other] = [await stack.owner(null), await stack.owner(null)];
    const { body } = await add(who, { recipient: anAddress() });
    for (const token of [undefined, who.key])
      expect((await stack.call("GET", PATH, token === undefined ? {} : { token })).status).toBe(401);
    expect((await remove(other, body.id)).status).toBe(404);
    expect((await remove(who, "nonsense")).status).toBe(400);
    expect(await suppressionsOf(who)).toHaveLength(1);
  });

  it("is announced once when it is made, by its reason, and not when it is deleted", async ({ expect }) => {
    const who = await stack.owner(null);
    const events = eventReader(stack, who.key);
    const manual = await add(who, { recipient: anAddress() });
    const unsubscribed = await add(who, { recipient: anAddress(), reason: "unsubscribe" });
    await add(who, { recipient: manual.body.recipient });
    await remove(who, manual.body.id);
    const again = await add(who, { recipient: manual.body.recipient });
    const types = await events.types(3);
    expect(types).toEqual(["recipient.suppressed", "recipient.unsubscribed", "recipient.suppressed"]);
    expect(events.seen.map(({ data }) => data)).toEqual([manual.body, unsubscribed.body, again.body]);
  });
});

describe("a send to a suppressed recipient (D45, D45d)", () => {
  it("is accepted, ends at once without an attempt, and says why everywhere", async ({ expect }) => {
    const who = await stack.owner();
    const recipient = anAddress();
    await add(who, { recipient: recipient.toUpperCase(), reason: "bounce" });
    const id = await stack.accepted(who.key, { recipient });
    expect(await ended(who, id)).toMatchObject({ status: "failed", attempts: 0, last_error: because("bounce") });
    const { timeline, recipients, explanation } = await told(who, id);
    const at = expect.stringMatching(TIME);
    expect(timeline).toEqual([
      { at, event: "accepted" },
      { at, event: "recipient_suppressed", recipient, code: "recipient_suppressed" },
      { at, event: "failed", code: "recipient_suppressed" },
    ]);
    expect(recipients).toEqual([{ recipient, outcome: "suppressed" }]);
    expect(explanation.code).toBe("recipient_suppressed");
    const events = eventReader(stack, who.key, { types: "notification.failed" });
    await events.types(1);
    expect(events.seen[0]?.data).toMatchObject({ id, reason: "recipient_suppressed", recipient });
    expect(await stack.mails(recipient)).toEqual([]);
  });

  it("reaches the others: the envelope lacks the suppressed, the headers do not", async ({ expect }) => {
    const who = await throughRudeServer();
    const [recipient, copy, hidden] = [anAddress("a"), anAddress("b"), anAddress("c")];
    await add(who, { recipient: copy });
    await add(who, { recipient: hidden });
    const id = await stack.accepted(who.key, { recipient, cc: [copy], bcc: [hidden] });
    expect(await ended(who, id)).toMatchObject({ status: "sent", attempts: 1 });
    expect(envelopeOf(recipient)).toEqual([recipient]);
    expect(smtp.accepted.find(({ to }) => to.includes(recipient))?.source).toContain(copy);
    const { timeline, recipients, explanation } = await told(who, id);
    expect(timeline.map(({ event, recipient: who }) => [event, who])).toEqual([
      ["accepted", undefined],
      ["recipient_suppressed", copy],
      ["recipient_suppressed", hidden],
      ["sent", undefined],
    ]);
    expect(recipients).toEqual([
      { recipient, outcome: "accepted" },
      { recipient: copy, outcome: "suppressed" },
      { recipient: hidden, outcome: "suppressed" },
    ]);
    expect(explanation.code).toBe("partly_delivered");
  });

  it("reaches the copies where only the primary recipient is suppressed", async ({ expect }) => {
    const who = await throughRudeServer();
    const [recipient, copy] = [anAddress(), anAddress()];
    await add(who, { recipient });
    const id = await stack.accepted(who.key, { recipient, cc: [copy] });
    expect(await ended(who, id)).toMatchObject({ status: "sent" });
    expect(envelopeOf(copy)).toEqual([copy]);
  });

  it("names the primary recipient's suppression where the others were refused", async ({ expect }) => {
    const who = await throughRudeServer();
    const [recipient, copy] = [anAddress(), anAddress()];
    answers.set(copy, "550 5.7.1 not you");
    await add(who, { recipient, reason: "complaint" });
    const id = await stack.accepted(who.key, { recipient, cc: [copy] });
    expect(await ended(who, id)).toMatchObject({ status: "failed", attempts: 1, last_error: because("complaint") });
  });

  it("tells of all recipients where nobody has it", async ({ expect }) => {
    const who = await stack.owner({ port: 1 });
    const [recipient, copy] = [anAddress(), anAddress()];
    await add(who, { recipient: copy });
    const id = await stack.accepted(who.key, { recipient, cc: [copy] });
    await ended(who, id);
    expect((await told(who, id)).recipients).toMatchObject([
      { recipient, outcome: "failed" },
      { recipient: copy, outcome: "suppressed" },
    ]);
  });

  it("ends at once also where the account is gone by then", async ({ expect }) => {
    const who = await stack.owner();
    const recipient = anAddress();
    const send_at = new Date(Date.now() + 2000).toISOString();
    const id = await stack.accepted(who.key, { recipient, send_at });
    await add(who, { recipient, reason: "complaint" });
    await stack.call("DELETE", `/api/v1/smtp-accounts/${who.accountId}`, { token: who.token });
    expect(await ended(who, id)).toMatchObject({ status: "failed", attempts: 0, last_error: because("complaint") });
  });

  it("is judged at each attempt: one made after the 202 counts, one deleted by then does not", async ({ expect }) => {
    const who = await stack.owner();
    const [late, early] = [anAddress(), anAddress()];
    const soon = new Date(Date.now() + 3000).toISOString();
    const { body } = await add(who, { recipient: early });
    const ids = [
      await stack.accepted(who.key, { recipient: late, send_at: soon }),
      await stack.accepted(who.key, { recipient: early, send_at: soon }),
    ] as const;
    await add(who, { recipient: late });
    await remove(who, body.id);
    expect(await ended(who, ids[0])).toMatchObject({ status: "failed", attempts: 0 });
    expect(await ended(who, ids[1])).toMatchObject({ status: "sent", attempts: 1 });
  });

  it("ends as sent where a retry has only suppressed recipients left, and counts no further attempt", async ({
    expect,
  }) => {
    const who = await throughRudeServer();
    const [recipient, copy] = [anAddress(), anAddress()];
    answers.set(copy, "451 4.2.1 later");
    const id = await stack.accepted(who.key, { recipient, cc: [copy] });
    await until(
      () => stack.notification(who.key, id),
      ({ status, attempts }) => status === "pending" && attempts === 1,
      { everyMs: 20 },
    );
    await add(who, { recipient: copy });
    expect(await ended(who, id)).toMatchObject({ status: "sent" });
    const { timeline, recipients, explanation } = await told(who, id);
    expect(timeline.at(-1)).toMatchObject({ event: "sent", code: "partly_delivered" });
    expect(timeline.at(-2)).toMatchObject({ event: "recipient_suppressed", recipient: copy });
    expect(recipients).toEqual([
      { recipient, outcome: "accepted" },
      { recipient: copy, outcome: "suppressed" },
    ]);
    expect(explanation.code).toBe("partly_delivered");
  });

  it("is judged anew when it is sent again", async ({ expect }) => {
    const who = await stack.owner();
    const recipient = anAddress();
    const { body } = await add(who, { recipient });
    const id = await stack.accepted(who.key, { recipient });
    await ended(who, id);
    const resend = async () => {
      const answer = await stack.call("POST", `/api/v1/notifications/${id}/resend`, { token: who.key, json: {} });
      return ended(who, String(answer.body.id));
    };
    expect(await resend()).toMatchObject({ status: "failed", attempts: 0 });
    await remove(who, body.id);
    expect(await resend()).toMatchObject({ status: "sent" });
  });

  it("concerns no send without the topic of the suppression, and names the earliest without a topic", async ({
    expect,
  }) => {
    const who = await stack.owner();
    const recipient = anAddress();
    await add(who, { recipient, topic: "news" });
    expect(await ended(who, await stack.accepted(who.key, { recipient }))).toMatchObject({ status: "sent" });
    await add(who, { recipient, reason: "complaint" });
    await add(who, { recipient, reason: "bounce" });
    const id = await stack.accepted(who.key, { recipient });
    expect(await ended(who, id)).toMatchObject({ last_error: because("complaint") });
  });

  it("lets a batch know nothing of it", async ({ expect }) => {
    const who = await stack.owner();
    const [suppressed, other] = [anAddress(), anAddress()];
    await add(who, { recipient: suppressed });
    const notifications = [suppressed, other].map((recipient) => ({ recipient, subject: "Hi", body: "x" }));
    const json = { notifications, atomic: true };
    const answer = await stack.call("POST", "/api/v1/notifications/batch", { token: who.key, json });
    expect(answer.status).toBe(202);
    const results = answer.body.results as { readonly notification: Fields }[];
    const ids = results.map(({ notification }) => String(notification.id));
    const statuses = (await stack.allSettled(who.key, ids)).map(({ status }) => status);
    expect(statuses).toEqual(["failed", "sent"]);
  });
});

describe("an address that the server says does not exist (D45b, D45e)", () => {
  it("is suppressed with the server's words and the mail's id, and is not mailed again", async ({ expect }) => {
    const who = await throughRudeServer();
    const recipient = anAddress();
    answers.set(recipient, "550 5.1.1 Nobody of this name");
    const id = await stack.accepted(who.key, { recipient });
    expect(await ended(who, id)).toMatchObject({
      status: "failed",
      attempts: 1,
      last_error: "550 5.1.1 Nobody of this name",
    });
    expect(await suppressionsOf(who)).toEqual([
      expect.objectContaining({
        recipient,
        reason: "bounce",
        notification_id: id,
        response: "550 5.1.1 Nobody of this name",
      }),
    ]);
    const again = await stack.accepted(who.key, { recipient });
    expect(await ended(who, again)).toMatchObject({ status: "failed", attempts: 0, last_error: because("bounce") });
    expect(smtp.commands.filter((line) => line.includes(recipient))).toHaveLength(1);
    const events = eventReader(stack, who.key);
    const types = await events.typesWith("recipient.suppressed", "notification.failed");
    expect(types).not.toContain("notification.bounced");
  });

  it.for(["550 No such user", "550 5.7.1 Denied", "550 5.1.8 Bad sender", "452 4.1.1 Later"])(
    "is not suppressed by %j",
    async (answer, { expect }) => {
      const who = await throughRudeServer();
      const recipient = anAddress();
      answers.set(recipient, answer);
      await ended(who, await stack.accepted(who.key, { recipient }));
      expect(await suppressionsOf(who)).toEqual([]);
    },
  );
});

describe("POST /panel/api/suppressions/import (D45c)", () => {
  const imported = ({ token }: Pick<Owner, "token">, suppressions: unknown) =>
    stack.call("POST", "/panel/api/suppressions/import", { token, json: { suppressions } });

  it("takes 500 lines at once, and answers each as a single request would", async ({ expect }) => {
    const who = await stack.owner(null);
    const [known] = [anAddress()];
    await add(who, { recipient: known, reason: "bounce" });
    const special = [
      { recipient: known.toUpperCase(), reason: "bounce" },
      { recipient: "nobody" },
      { recipient: known, reason: "bounce", topic: "news" },
      { recipient: known, other: 1 },
      7,
    ];
    const lines = [...special, ...Array.from({ length: 494 }, () => ({ recipient: anAddress(), reason: "complaint" }))];
    const { status, body } = await imported(who, [...lines, lines.at(-1)]);
    expect(status).toBe(200);
    const results = body.results as Fields[];
    expect(results.slice(0, special.length)).toEqual([
      { outcome: "stood" },
      { outcome: "refused", error: "recipient must be an email address or a phone number in E.164" },
      { outcome: "refused", error: "topic may stand only beside the reasons unsubscribe and manual" },
      { outcome: "refused", error: 'unknown field "other"' },
      { outcome: "refused", error: "invalid request body" },
    ]);
    expect(results.filter(({ outcome }) => outcome === "made")).toHaveLength(494);
    expect(results.filter(({ outcome }) => outcome === "stood")).toHaveLength(2);
    const repeated = (await imported(who, lines)).body.results as Fields[];
    expect(repeated.filter(({ outcome }) => outcome === "made")).toEqual([]);
  });

  it("refuses a list that is empty or too long, and a request without a person", async ({ expect }) => {
    const who = await stack.owner(null);
    for (const list of [[], Array.from({ length: 501 }, () => ({})), {}])
      expect((await imported(who, list)).status).toBe(400);
    expect((await imported({ token: who.key }, [{}])).status).toBe(401);
  });
});
