import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";

const LIST = "/panel/api/notifications";
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  owner = await stack.owner();
});
afterAll(() => stack.close());

const list = (who: Owner, query: Record<string, string> = {}): Promise<Answer> =>
  stack.call("GET", `${LIST}?${new URLSearchParams(query)}`, { token: who.token });
const idsIn = ({ body }: Answer) => (body.notifications as Fields[]).map((one) => String(one.id));
const timeline = (id: string, token = owner.token) => stack.call("GET", `${LIST}/${id}/timeline`, { token });
/** Reads every page to the end. */
async function allPages(who: Owner, query: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page: Answer = await list(who, { ...query, ...(cursor ? { cursor } : {}) });
    expect(page.status).toBe(200);
    pages.push(idsIn(page));
    cursor = page.body.next_cursor as string | undefined;
  } while (cursor !== undefined && pages.length < 100);
  return pages;
}

describe("the list", () => {
  let busy: Owner;
  let sent: string[];
  let failed: string[];
  beforeAll(async () => {
    busy = await stack.owner();
    sent = [];
    failed = [];
    for (let i = 0; i < 30; i++) {
      const isGood = i % 5 !== 0;
      const id = await stack.accepted(busy.key, { recipient: anAddress(isGood ? "to" : "reject") });
      (isGood ? sent : failed).push(id);
    }
    await stack.allSettled(busy.key, [...sent, ...failed]);
  });
  const newestFirst = (ids: readonly string[]) => [...ids].sort().reverse();

  it("answers the caller's notifications, newest first, in the notification's shape with its account", async () => {
    const answer = await list(busy, { limit: "100" });
    expect(answer.status).toBe(200);
    expect(idsIn(answer)).toEqual(newestFirst([...sent, ...failed]));
    expect(answer.body).not.toHaveProperty("next_cursor");
    const [first] = answer.body.notifications as Fields[];
    expect(first).toEqual({
      ...(await stack.notification(busy.key, String(first?.id))),
      ...{ account_id: busy.accountId, account: { id: busy.accountId, name: expect.any(String) } },
      ...{ partly_delivered: false, recipient: expect.stringContaining("@"), recipients_count: 1 },
      ...{ title: expect.any(String), outcome: { delivered: first?.status === "sent" ? 1 : 0, total: 1 } },
    });
  });

  it("tells of a mail that is sent and was refused for a copy, and its timeline too", async () => {
    const one = await stack.owner();
    const partly = await stack.accepted(one.key, { cc: [anAddress("reject")], bcc: [anAddress()] });
    const whole = await stack.accepted(one.key, { cc: [anAddress()] });
    const [{ status }] = (await stack.allSettled(one.key, [partly, whole])) as [Fields, Fields];
    expect(status).toBe("sent");
    const listed = (await list(one)).body.notifications as Fields[];
    expect(listed.map(({ id, partly_delivered }) => [id, partly_delivered])).toEqual([
      [whole, false],
      [partly, true],
    ]);
    expect((await timeline(partly, one.token)).body.partly_delivered).toBe(true);
    expect((await timeline(whole, one.token)).body.partly_delivered).toBe(false);
  });

  it("answers 25 without a limit, and the rest behind the cursor", async () => {
    expect((await allPages(busy, {})).map((page) => page.length)).toEqual([25, 5]);
  });

  it.each(["1", "7", "29", "30", "31", "100"])("pages by %s without a gap or a repeat", async (limit) => {
    const pages = await allPages(busy, { limit });
    expect(pages.flat()).toEqual(newestFirst([...sent, ...failed]));
    expect(pages.every((page) => page.length <= Number(limit))).toBe(true);
  });

  it("filters by status and channel, page by page", async () => {
    expect((await allPages(busy, { status: "failed", limit: "4" })).flat()).toEqual(newestFirst(failed));
    expect((await allPages(busy, { status: "sent", channel: "email", limit: "9" })).flat()).toEqual(newestFirst(sent));
    expect((await allPages(busy, { status: "submitted" })).flat()).toEqual([]);
  });

  it("goes on after the cursor although newer ones come in meanwhile", async () => {
    const one = await stack.owner();
    const old: string[] = [];
    for (let i = 0; i < 4; i++) old.push(await stack.accepted(one.key));
    const first = await list(one, { limit: "2" });
    await stack.accepted(one.key);
    const second = await list(one, { limit: "2", cursor: String(first.body.next_cursor) });
    expect([...idsIn(first), ...idsIn(second)]).toEqual(newestFirst(old));
  });

  it("shows nothing of another owner, and refuses another's cursor, one of other filters, and a bare id", async () => {
    const stranger = await stack.owner(null);
    expect((await list(stranger)).body).toEqual({ notifications: [] });
    const cursor = String((await list(busy, { limit: "2" })).body.next_cursor);
    const refused = [
      await list(stranger, { cursor }),
      await list(busy, { cursor, channel: "email" }),
      await list(busy, { cursor: newestFirst(sent)[0] ?? "" }),
    ];
    for (const { status, body } of refused) expect([status, body.error]).toEqual([400, "cursor is not valid"]);
    expect((await list(busy, { cursor, limit: "3" })).status).toBe(200);
  });

  it.each([
    [{ limit: "0" }, /limit/],
    [{ limit: "101" }, /limit/],
    [{ limit: "-1" }, /limit/],
    [{ limit: "ten" }, /limit/],
    [{ status: "done" }, /status/],
    [{ channel: "sms" }, /channel/],
    [{ cursor: "x" }, /cursor/],
  ])("refuses %j", async (query, message) => {
    const answer = await list(owner, query as Record<string, string>);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(message)]);
  });

  it("takes access tokens only", async () => {
    for (const token of [owner.key, undefined]) expect((await stack.call("GET", LIST, { token })).status).toBe(401);
  });
});

describe("the search", () => {
  it("finds by recipient, title, metadata and id, and by template, account, statuses and time", async () => {
    const one = await stack.owner();
    const made = await stack.call("POST", "/api/v1/templates", {
      token: one.token,
      json: { name: "receipt", subject: "Receipt for order {{.order}}", body: "Thanks." },
    });
    const template_id = String(made.body.id);
    const bad = anAddress("reject");
    const receipt = await stack.accepted(one.key, { template_id, variables: { order: "4431" } });
    const refused = await stack.accepted(one.key, { recipient: bad, metadata: { order: "SO-77" } });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const copied = await stack.accepted(one.key, { cc: [anAddress()], subject: "Stocktaking", send_at: later });
    await stack.allSettled(one.key, [receipt, refused]);
    const found = async (query: Record<string, string>) => idsIn(await list(one, query));

    expect(await found({ q: "RECEIPT 4431" })).toEqual([receipt]);
    expect(await found({ q: bad.slice(0, 12) })).toEqual([refused]);
    expect(await found({ q: "so-7" })).toEqual([refused]);
    expect(await found({ q: copied })).toEqual([copied]);
    expect(await found({ template_id })).toEqual([receipt]);
    expect(await found({ account_id: one.accountId })).toHaveLength(3);
    expect(await found({ account_id: randomUUID() })).toEqual([]);
    expect(await found({ status: "failed,pending" })).toEqual([copied, refused]);
    expect(await found({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);

    const rows = (await list(one)).body.notifications as Fields[];
    expect(rows.map((row) => [row.title, row.recipients_count, row.template, row.outcome])).toEqual([
      ["Stocktaking", 2, undefined, { delivered: 0, total: 2 }],
      [expect.any(String), 1, undefined, { delivered: 0, total: 1 }],
      ["Receipt for order 4431", 1, { id: template_id, name: "receipt" }, { delivered: 1, total: 1 }],
    ]);
    await stack.call("DELETE", `/api/v1/templates/${template_id}`, { token: one.token });
    expect((await list(one, { q: "x".repeat(201) })).status).toBe(400);
  });
});

describe("one notification", () => {
  const read = (id: unknown, { token } = owner) => stack.call("GET", `${LIST}/${String(id)}`, { token });
  const resend = (id: unknown, json?: object) =>
    stack.call("POST", `${LIST}/${String(id)}/resend`, { token: owner.token, json });

  it("names the key, the request and the idempotency key that made it", async () => {
    const headers = { "idempotency-key": `order-${randomUUID()}` };
    const sent = await stack.call("POST", "/api/v1/notifications", {
      ...{ token: owner.key, headers },
      json: { recipient: anAddress(), subject: "Hello", body: "Good morning." },
    });
    const { status, body } = await read(sent.body.id);
    expect([status, body.request, body.content_kept, body.title]).toEqual([
      200,
      {
        request_id: sent.headers.get("x-request-id"),
        key: { id: expect.any(String), name: expect.any(String) },
        idempotency_key: headers["idempotency-key"],
      },
      true,
      "Hello",
    ]);
    expect(body.trace_id).toMatch(/^[0-9a-f]{32}$/);
    expect((await read(sent.body.id, await stack.owner(null))).status).toBe(404);
    expect((await read("x")).status).toBe(400);
  });

  it("is sent again to those who did not get it, or to another address, by the person at the panel", async () => {
    const [bad, other] = [anAddress("reject"), anAddress("other")];
    const first = await stack.accepted(owner.key, { recipient: anAddress(), cc: [bad], subject: "Twice" });
    await stack.settled(owner.key, first);
    const failed = await resend(first, { recipients: "failed" });
    const again = await read(failed.body.id);
    expect([failed.status, again.body.recipient, again.body.recipients_count, again.body.resent_from]).toEqual([
      ...[202, bad, 1, first],
    ]);
    expect(again.body.request).toEqual({ request_id: failed.headers.get("x-request-id") });
    const elsewhere = await resend(first, { recipient: other });
    expect(await stack.settled(owner.key, String(elsewhere.body.id))).toMatchObject({ status: "sent" });
    expect((await stack.mail(other)).raw).toContain("Subject: Twice");
    expect((await resend(first)).status).toBe(202);

    const refused = async (id: unknown, json: object) => {
      const { status, body } = await resend(id, json);
      return [status, body.error];
    };
    expect(await refused(first, { recipient: "nobody" })).toEqual([400, "recipient must be a valid email address"]);
    expect(await refused(first, { recipients: "all" })).toEqual([400, "recipients must be failed"]);
    expect(await refused(first, { recipients: "failed", recipient: other })).toEqual([
      400,
      "only one of recipients and recipient is allowed",
    ]);
    expect(await refused(elsewhere.body.id, { recipients: "failed" })).toEqual([
      400,
      "no recipient of the notification failed",
    ]);
  });
});

describe.concurrent("the timeline", () => {
  const timelineOf = async (request: Fields) => {
    const id = await stack.accepted(owner.key, request);
    await stack.settled(owner.key, id);
    return { id, answer: await timeline(id) };
  };
  const attempted = (attempt: number, more: Fields) => ({
    event: "attempted",
    at: expect.stringMatching(TIMESTAMP),
    attempt,
    duration_ms: expect.any(Number),
    ...more,
  });
  const accepted = { event: "accepted", at: expect.stringMatching(TIMESTAMP) };

  it("of a sent one: acceptance, and one attempt with the server's words", async ({ expect }) => {
    const { id, answer } = await timelineOf({});
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        ...{ id, status: "sent", partly_delivered: false, recipients: [] },
        explanation: expect.objectContaining({ code: "sent" }),
        events: [
          accepted,
          expect.objectContaining(attempted(1, { to: "sent", stage: "content", text: expect.stringMatching(/^250/) })),
        ],
      },
    ]);
  });

  it("of a failed one: the server's refusal, where and why", async ({ expect }) => {
    const recipient = anAddress("reject");
    const { answer } = await timelineOf({ recipient });
    expect(answer.body).toMatchObject({
      status: "failed",
      events: [accepted, attempted(1, { to: "failed", code: 550, stage: expect.stringMatching(/\S/) })],
      recipients: [{ address: recipient, result: "refused", code: 550 }],
    });
    expect(answer.body.events).toHaveLength(2);
  });

  it("of a retried one: every attempt, with the time of the next", async ({ expect }) => {
    const { answer } = await timelineOf({ recipient: anAddress("defer2") });
    const events = answer.body.events as Fields[];
    expect(events).toMatchObject([
      accepted,
      attempted(1, { to: "pending", code: 451, retry_at: expect.stringMatching(TIMESTAMP) }),
      attempted(2, { to: "pending", code: 451, retry_at: expect.stringMatching(TIMESTAMP) }),
      attempted(3, { to: "sent" }),
    ]);
    expect(events[3]).not.toHaveProperty("retry_at");
    for (const n of [1, 2]) {
      expect(Date.parse(String(events[n]?.retry_at))).toBeGreaterThan(Date.parse(String(events[n]?.at)));
      expect(Date.parse(String(events[n + 1]?.at))).toBeGreaterThan(Date.parse(String(events[n]?.at)));
    }
  });

  it("of a partly refused one: sent, with the outcome of each", async ({ expect }) => {
    const [good, bad, copy] = [anAddress("good"), anAddress("reject"), anAddress("copy")];
    const { answer } = await timelineOf({ recipient: good, cc: [bad], bcc: [copy] });
    expect(answer.body.status).toBe("sent");
    expect(answer.body.recipients).toMatchObject([
      { address: good, result: "accepted" },
      { address: bad, result: "refused", code: 550 },
      { address: copy, result: "accepted" },
    ]);
  });

  it("of one that waits: what has been so far", async ({ expect }) => {
    const id = await stack.accepted(owner.key, { recipient: anAddress("slow2") });
    await until(
      () => stack.notification(owner.key, id),
      ({ status }) => status === "processing",
      { everyMs: 20 },
    );
    const explanation = expect.objectContaining({ code: "sending" });
    const soFar = {
      id,
      status: "processing",
      partly_delivered: false,
      explanation,
      events: [accepted],
      recipients: [],
    };
    expect((await timeline(id)).body).toEqual(soFar);
    await stack.settled(owner.key, id);
  });

  it("of another owner's is 404, like one that does not exist; a bad id is 400", async ({ expect }) => {
    const id = await stack.accepted(owner.key);
    const stranger = await stack.owner(null);
    expect([(await timeline(id, stranger.token)).status, (await timeline(id, stranger.token)).text]).toEqual([
      404,
      '{"error":"not found","code":"not_found"}',
    ]);
    expect((await timeline(randomUUID())).status).toBe(404);
    expect((await timeline("x")).status).toBe(400);
  });
});

describe("what the stack prints", () => {
  /** This run uses these secrets, and no log may contain them. */
  const secrets: string[] = [];
  const secret = (prefix: string) => {
    const text = `${prefix}${randomUUID().replaceAll("-", "")}`;
    secrets.push(text);
    return text;
  };
  const address = (local: string) => {
    const text = anAddress(local, `${secret("d")}.example`);
    secrets.push(text);
    return text;
  };

  it("never holds secrets, addresses, contents or tokens, whatever fails", async () => {
    const one = await stack.owner({ from_address: address("from"), label: secret("label"), username: "demo" });
    secrets.push(one.key, one.token, one.token.split(".")[2] ?? "no signature");
    const password = secret("password");
    const wrong = await stack.createAccount(one.token, { username: secret("user"), password });
    const closed = await stack.createAccount(one.token, { port: 1, password: secret("password") });
    const template = { name: secret("name"), subject: `${secret("subject")} {{.x}}`, body: `${secret("body")} {{.x}}` };
    const made = await stack.call("POST", "/api/v1/templates", { token: one.token, json: template });
    const template_id = String(made.body.id);
    const ids: string[] = [];
    const sendAll = async (more: Fields) => {
      const request = { subject: secret("subject"), body: secret("body"), from_name: secret("name"), ...more };
      ids.push(await stack.accepted(one.key, request, { "idempotency-key": secret("idem") }));
    };
    for (const local of ["to", "reject", "full", "defer1", "drop"]) await sendAll({ recipient: address(local) });
    await sendAll({ recipient: address("to"), cc: [address("reject")], bcc: [address("hidden")] });
    await sendAll({ recipient: address("to"), smtp_account_id: wrong.id });
    await sendAll({ recipient: address("to"), smtp_account_id: closed.id });
    await sendAll({ recipient: address("to"), template_id, variables: { x: secret("variable") } });
    const ended = await stack.allSettled(one.key, ids);

    // The log shows that refusals and mistakes happened, but not their contents.
    const { token, key } = one;
    const api = "/api/v1/notifications";
    await stack.call("POST", api, { token: key, raw: `{"recipient":"${secret("broken")}` });
    await stack.send(key, { recipient: secret("no-address") });
    await stack.send(key, { [secret("unknown")]: secret("value") });
    await stack.call("GET", `${api}/${secret("path")}?q=${secret("query")}`, { token: key });
    await stack.call("GET", `/${secret("path")}`, { token: secret("token") });
    await stack.call("GET", `${LIST}?cursor=${secret("cursor")}`, { token });
    await stack.call("POST", "/panel/api/templates/preview", { token, json: { body: `{{${secret("bad")}` } });
    await stack.call("GET", api, { token: `hrld_live_${secret("key")}` });
    for (const account of [wrong, closed]) {
      const path = `/api/v1/smtp-accounts/${String(account.id)}/test`;
      expect((await stack.call("POST", path, { token, json: { recipient: address("to") } })).status).toBe(502);
    }
    const path = `/api/v1/smtp-accounts/${one.accountId}/test`;
    const refused = await stack.call("POST", path, { token, json: { recipient: address("reject") } });
    expect([refused.status, refused.body.error]).toEqual([502, "failed to send test email"]);

    expect(ended.map((each) => each.status)).toContain("failed");
    // The log names every notification by its id.
    await until(
      async () => ids.filter((id) => !stack.output.includes(id)),
      (missing) => missing.length === 0,
    );
    expect(stack.output).toContain("notification.attempted");
    expect(secrets.length).toBeGreaterThan(60);
    expect(secrets.filter((text) => stack.output.includes(text))).toEqual([]);
    // A server may repeat the address that it refuses. The owner may read that, but the log must not contain it.
    const shown = JSON.stringify([...ended, (await timeline(ids[1] ?? "", token)).body]);
    expect(secrets.filter((text) => shown.includes(text)).length).toBeGreaterThan(0);
  });

  it("never holds credentials in what the API answers of failures either", async () => {
    const one = await stack.owner();
    const [username, password] = [secret("user"), secret("password")];
    const { id } = await stack.createAccount(one.token, { username, password });
    const failed = await stack.accepted(one.key, { smtp_account_id: id });
    const ended = await stack.settled(one.key, failed);
    expect(ended).toMatchObject({ status: "failed", attempts: 1, last_error: expect.stringContaining("535") });
    const basic = Buffer.from(`\0${username}\0${password}`).toString("base64");
    const shown = JSON.stringify([ended, (await timeline(failed, one.token)).body, (await list(one)).body]);
    for (const text of [password, basic, Buffer.from(password).toString("base64")]) expect(shown).not.toContain(text);
  });
});

describe("a message that a person sends", () => {
  const send = (json: object, token = owner.token, headers: Record<string, string> = {}) =>
    stack.call("POST", LIST, { token, json, headers });
  const mail = (more: object = {}) => ({ recipient: anAddress(), subject: "Hello", body: "It works.", ...more });

  it("is accepted like a program's, and is in the activity", async () => {
    const recipient = anAddress();
    const { status, body } = await send(mail({ recipient, cc: [anAddress()] }));
    expect([status, body]).toMatchObject([202, { channel: "email", status: "pending", attempts: 0 }]);
    await stack.settled(owner.key, String(body.id));
    expect(await stack.mails(recipient)).toHaveLength(1);
    const activity = (await stack.call("GET", "/panel/api/activity?kind=notification", { token: owner.token })).body;
    expect(activity.activity).toContainEqual(expect.objectContaining({ action: "created", record_id: body.id }));
  });

  it("is refused with the texts of the API, whatever is wrong", async () => {
    const bad = [
      mail({ recipient: "nobody" }),
      mail({ cc: ["a@@b"] }),
      mail({ subject: "" }),
      mail({ template_id: randomUUID() }),
      mail({ smtp_account_id: randomUUID() }),
      mail({ to: "a@b.example" }),
      mail({ send_at: "tomorrow" }),
      { channel: "chat", recipient: "912", chat: { type: "text", text: { body: "x" } } },
      { channel: "fax" },
    ];
    for (const json of bad) {
      const [person, program] = [await send(json), await byKey(json)];
      expect([person.status, person.body]).toEqual([program.status, program.body]);
    }
  });
  const byKey = (json: object) => stack.call("POST", "/api/v1/notifications", { token: owner.key, json });

  it("is sent once for its idempotency key, and refuses a key with another body", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const json = mail();
    const answers = [await send(json, owner.token, headers), await send(json, owner.token, headers)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const other = await send({ ...json, body: "Something else." }, owner.token, headers);
    expect([other.status, other.body.code]).toEqual([409, "idempotency_key_reused"]);
  });

  it("goes through an account whose origins it is not one of, since its owner is present", async () => {
    const account = await stack.createAccount(owner.token, { api_allowed_domains: ["shop.example"] });
    const json = mail({ smtp_account_id: account.id });
    expect([(await byKey(json)).status, (await send(json)).status]).toEqual([403, 202]);
  });

  it("needs an access token", async () => {
    expect((await send(mail(), owner.key)).status).toBe(401);
  });
});
