import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, it } from "vitest";
import { httpReceiver } from "../support/http-receiver.ts";
import { type Answer, anAddress, type Fields, LocalStack, type Owner, until } from "../support/local-stack.ts";
import { deliveryReport, mailBack } from "../support/mail-back.ts";

/** The promise is ten seconds (D48e), and a busy machine needs longer. Without the move, nothing here happens within this time. */
const WITHIN = { withinMs: 25_000 };
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

let stack: LocalStack;
beforeAll(async () => {
  // Retries, sweeps and reviews are as slow as in a deployment: only the test clock makes them soon.
  stack = await LocalStack.shared({ HERALD_BACKOFF_BASE_SECONDS: "30" });
});
afterAll(() => stack.close());

interface Tester extends Owner {
  /** A key of test mode. */
  readonly testKey: string;
}

async function tester(fields: Fields = {}): Promise<Tester> {
  const who = await stack.owner(null);
  return { ...who, testKey: String((await stack.apiKey(who.token, { mode: "test", ...fields })).key) };
}

const call = ({ testKey }: Tester, method: string, path: string, json?: unknown): Promise<Answer> =>
  stack.call(method, path, { token: testKey, ...(json !== undefined && { json }) });
/** What only a person may do, in test mode. */
const person = ({ token }: Tester, method: string, path: string, json?: unknown): Promise<Answer> =>
  stack.call(method, path, { token, headers: { "herald-mode": "test" }, ...(json !== undefined && { json }) });
const advance = async (who: Tester, seconds: number) => {
  const moved = await call(who, "POST", "/api/v1/sandbox/clock", { advance_seconds: seconds });
  return Date.parse(String(moved.body.now));
};
const accepted = (who: Tester, fields: Fields) => stack.accepted(who.testKey, fields);
const notification = async (who: Tester, id: string) => (await call(who, "GET", `/api/v1/notifications/${id}`)).body;
const timeline = async (who: Tester, id: string) =>
  (await call(who, "GET", `/api/v1/notifications/${id}/timeline`)).body.timeline as Fields[];
const becomes = (who: Tester, id: string, is: Fields, within = WITHIN) =>
  until(
    () => notification(who, id),
    (one) => Object.entries(is).every(([name, value]) => one[name] === value),
    within,
  );
const mails = async (who: Tester) =>
  (await call(who, "GET", "/api/v1/sandbox/messages?limit=100")).body.messages as Fields[];

describe("a moved clock (D48e)", () => {
  it("makes retries happen, each when its time has come, and dates them in test time", async ({ expect }) => {
    const who = await tester();
    const id = await accepted(who, { recipient: anAddress("defer2") });
    await becomes(who, id, { attempts: 1, status: "pending" });
    await pause(1500);
    expect(await notification(who, id)).toMatchObject({ attempts: 1 });
    await advance(who, MINUTE);
    await becomes(who, id, { attempts: 2, status: "pending" });
    const now = await advance(who, HOUR);
    const sent = await becomes(who, id, { status: "sent", attempts: 3 });
    expect(Math.abs(Date.parse(String(sent.updated_at)) - now)).toBeLessThan(60_000);
    const [mail] = await mails(who);
    expect(Math.abs(Date.parse(String(mail?.received_at)) - now)).toBeLessThan(60_000);
    expect((await timeline(who, id)).map(({ at }) => Date.parse(String(at)) <= now + 60_000)).not.toContain(false);
  });

  it("lets a retry that is never taken end as failed", async ({ expect }) => {
    const who = await tester();
    const id = await accepted(who, { recipient: anAddress("defer99") });
    for (let moves = 0; moves < 12 && (await notification(who, id)).status !== "failed"; moves++) {
      const { attempts } = await notification(who, id);
      await advance(who, HOUR);
      await until(
        () => notification(who, id),
        (one) => one.attempts !== attempts || one.status === "failed",
        WITHIN,
      );
    }
    expect(await notification(who, id)).toMatchObject({ status: "failed", attempts: 5 });
  });

  it("lets one move of a day pass over all retries of a mail, and over the tries of a webhook", async ({ expect }) => {
    const who = await tester();
    const receiver = await httpReceiver((_request, response) => void response.writeHead(500).end());
    try {
      const made = await person(who, "POST", "/api/v1/webhooks", {
        url: `${receiver.origin}/`,
        event_types: ["notification.sent"],
      });
      expect(made.status).toBe(201);
      const [sent, failing] = [
        await accepted(who, { recipient: anAddress("defer2") }),
        await accepted(who, { recipient: anAddress("defer99") }),
      ];
      await becomes(who, await accepted(who, { recipient: anAddress() }), { status: "sent" });
      for (const id of [sent, failing]) await becomes(who, id, { attempts: 1, status: "pending" });
      await until(
        async () => receiver.received.length,
        (count) => count === 1,
        WITHIN,
      );
      await advance(who, DAY);
      await becomes(who, sent, { attempts: 3, status: "sent" });
      await becomes(who, failing, { attempts: 5, status: "failed" });
      // The first one's tries after 5 s, 5 min, 30 min, 2, 5 and 10 h, and the first of the other mail.
      await until(
        async () => receiver.received.length,
        (count) => count >= 8,
        WITHIN,
      );
    } finally {
      await receiver.close();
    }
  });

  it("brings scheduled sends to their time, and not before it", async ({ expect }) => {
    const who = await tester();
    const now = await advance(who, 30 * DAY);
    const at = new Date(now + 80 * DAY * 1000).toISOString();
    const id = await accepted(who, { recipient: anAddress(), send_at: at });
    const soon = await accepted(who, {
      recipient: anAddress(),
      send_at: new Date(now + 10 * MINUTE * 1000).toISOString(),
    });
    const tooLate = await stack.send(who.testKey, { send_at: new Date(now + 91 * DAY * 1000).toISOString() });
    expect(tooLate.status).toBe(400);
    await advance(who, 10 * MINUTE);
    await becomes(who, soon, { status: "sent" });
    await advance(who, 79 * DAY);
    await pause(2000);
    expect(await notification(who, id)).toMatchObject({ status: "pending", send_at: at });
    await advance(who, DAY);
    await becomes(who, id, { status: "sent" });
  });

  it("ends approvals, and lets daily limits begin again", async ({ expect }) => {
    const who = await tester({ approval: "required", limits: { per_day: 1 } });
    const usedToday = async () =>
      (await stack.call("GET", "/panel/api/api-keys?details=true", who)).list.map(({ used_today: used }) => used);
    const id = await accepted(who, { recipient: anAddress() });
    expect((await stack.send(who.testKey, { recipient: anAddress() })).status).toBe(429);
    expect(await usedToday()).toContain(1);
    await advance(who, DAY + MINUTE);
    expect(await usedToday()).toContain(0);
    const canceled = await becomes(who, id, { status: "canceled" });
    expect(canceled.last_error).toBe("declined: nobody decided within 24 hours");
    expect((await stack.send(who.testKey, { recipient: anAddress() })).status).toBe(202);
  });

  it("forgets idempotency keys after a day of test time", async ({ expect }) => {
    const who = await tester();
    const recipient = anAddress();
    const once = () => stack.send(who.testKey, { recipient }, { "idempotency-key": "k" });
    const first = await once();
    expect((await once()).body.id).toBe(first.body.id);
    await advance(who, DAY + 1);
    expect((await once()).body.id).not.toBe(first.body.id);
  });

  it("ends the retention of contents, records and the feed", async ({ expect }) => {
    const who = await tester();
    const id = await accepted(who, { recipient: anAddress(), subject: "Kept" });
    await becomes(who, id, { status: "sent" });
    const events = async () => (await call(who, "GET", "/api/v1/events")).body.events as Fields[];
    await until(events, ({ length }) => length > 0, WITHIN);
    expect((await call(who, "GET", `/api/v1/notifications/${id}?expand=request`)).body.request).toMatchObject({
      subject: "Kept",
    });
    await advance(who, 9 * DAY);
    expect((await call(who, "GET", `/api/v1/notifications/${id}?expand=request`)).body.request).not.toHaveProperty(
      "subject",
    );
    await advance(who, 90 * DAY);
    expect((await call(who, "GET", `/api/v1/notifications/${id}`)).status).toBe(404);
    expect((await call(who, "GET", "/api/v1/notifications")).body.notifications).toEqual([]);
    expect(await events()).toEqual([]);
  });

  it("dates what a mail that comes back reports in test time", async ({ expect }) => {
    const who = await tester();
    const account = stack.account({ return_path: `b@${stack.file.bounce_domain}` });
    const { id: accountId } = (await person(who, "POST", "/api/v1/smtp-accounts", account)).body;
    const movedTo = await advance(who, 30 * DAY);
    const recipient = anAddress();
    const id = await accepted(who, { recipient, smtp_account_id: accountId });
    await becomes(who, id, { status: "sent" });
    const [mail] = await mails(who);
    await mailBack(stack.file.smtp.port, { to: String(mail?.mail_from), raw: deliveryReport({ address: recipient }) });
    const feed = async () => (await call(who, "GET", "/api/v1/events?limit=100")).body.events as Fields[];
    const ofReport = (all: Fields[]) =>
      all.filter((one) => ["notification.bounced", "recipient.suppressed"].includes(String(one.type)));
    const told = ofReport(await until(feed, (all) => ofReport(all).length === 2, WITHIN));
    const { suppressions } = (await person(who, "GET", "/api/v1/suppressions")).body;
    const [suppression] = suppressions as Fields[];
    const last = (await timeline(who, id)).at(-1);
    expect(last?.event).toBe("bounced");
    for (const at of [last?.at, suppression?.created_at, ...told.map(({ timestamp }) => timestamp)])
      expect(Math.abs(Date.parse(String(at)) - movedTo)).toBeLessThan(60_000);
  });

  it("brings the next try of a webhook, signed in real time", async ({ expect }) => {
    const who = await tester();
    const statuses = [500, 500, 200];
    const receiver = await httpReceiver((_request, response) => {
      response.writeHead(statuses.shift() ?? 200).end();
    });
    try {
      const made = await person(who, "POST", "/api/v1/webhooks", {
        url: `${receiver.origin}/`,
        event_types: ["notification.sent"],
      });
      expect(made.status).toBe(201);
      await advance(who, 40 * DAY);
      const id = await accepted(who, { recipient: anAddress() });
      await becomes(who, id, { status: "sent" });
      for (const tries of [1, 2, 3]) {
        await until(
          async () => receiver.received.length,
          (count) => count >= tries,
          WITHIN,
        );
        await advance(who, HOUR);
      }
      expect(receiver.received).toHaveLength(3);
      for (const { headers } of receiver.received) {
        expect(headers["herald-mode"]).toBe("test");
        expect(Math.abs(Number(headers["webhook-timestamp"]) * 1000 - Date.now())).toBeLessThan(60_000);
      }
    } finally {
      await receiver.close();
    }
  });

  it("leaves keys, and other owners, in real time", async ({ expect }) => {
    const [who, other] = [await tester(), await tester()];
    const expiring = await stack.apiKey(who.token, {
      mode: "test",
      expires_at: new Date(Date.now() + DAY * 1000).toISOString(),
    });
    const id = await accepted(other, { recipient: anAddress("defer1") });
    await becomes(other, id, { attempts: 1 });
    await advance(who, 30 * DAY);
    expect((await stack.call("GET", "/api/v1/sandbox/clock", { token: String(expiring.key) })).status).toBe(200);
    await pause(3000);
    expect(await notification(other, id)).toMatchObject({ attempts: 1, status: "pending" });
  });

  it("brings 500 scheduled sends of one second", async ({ expect }) => {
    const who = await tester();
    const at = new Date(Date.now() + 2 * DAY * 1000).toISOString();
    const left = async () =>
      ((await call(who, "GET", "/api/v1/notifications?status=pending&limit=100")).body.notifications as Fields[])
        .length;
    for (let batch = 0; batch < 5; batch++) {
      const notifications = Array.from({ length: 100 }, () => ({
        ...{ recipient: anAddress(), subject: "Many", body: "Hi", send_at: at },
      }));
      const answer = await call(who, "POST", "/api/v1/notifications/batch", { notifications });
      expect([answer.status, (answer.body.results as Fields[]).every((one) => "notification" in one)]).toEqual([
        202,
        true,
      ]);
    }
    expect(await left()).toBe(100);
    await advance(who, 2 * DAY + MINUTE);
    expect(await until(left, (count) => count === 0, { withinMs: 150_000, everyMs: 500 })).toBe(0);
  });
});
