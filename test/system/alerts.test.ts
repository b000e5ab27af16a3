import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpReceiver } from "../support/http-receiver.ts";
import { anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";

const OFF = { addresses: [], alerts: [], weekly_summary: false };
/** The schedule runs every second here. */
const SOME_RUNS_MS = 4000;

describe("alerts", () => {
  let stack: LocalStack;
  beforeAll(async () => {
    stack = await LocalStack.shared(HASTY);
  });
  afterAll(() => stack.close());

  const alerts = (who: Owner, method: "GET" | "PUT", json?: Fields, headers: Record<string, string> = {}) =>
    stack.call(method, "/panel/api/alerts", { token: who.token, headers, ...(json && { json }) });
  const chosen = async (who: Owner, kinds: string[], addresses = [anAddress()]): Promise<string> => {
    const answer = await alerts(who, "PUT", { ...OFF, addresses, alerts: kinds });
    expect([answer.status, answer.body.alerts]).toEqual([200, kinds]);
    return addresses[0] ?? "";
  };
  const feedOf = async ({ key }: Owner, type: string): Promise<Fields[]> =>
    (await stack.call("GET", `/api/v1/events?types=${type}`, { token: key })).body.events as Fields[];
  const withPassword = async (who: Owner, id: string, password: string) => {
    const json = stack.account({ label: "Shop mail", password });
    expect((await stack.call("PUT", `/api/v1/smtp-accounts/${id}`, { token: who.token, json })).status).toBe(200);
  };
  const failOnce = async (who: Owner, id: string, times: number) => {
    const sent = await stack.accepted(who.key, { smtp_account_id: id });
    expect((await stack.settled(who.key, sent)).status).toBe("failed");
    const [last] = (
      await until(
        () => feedOf(who, "sending_account.failing"),
        (all) => all.length === times,
      )
    ).slice(-1);
    expect((last?.data as Fields | undefined)?.id).toBe(id);
  };
  const wrongAccount = async (who: Owner): Promise<string> =>
    String((await stack.createAccount(who.token, { label: "Shop mail", password: "wrong" })).id);

  it("are off until the owner chooses some", async () => {
    const who = await stack.owner();
    const { status, body, headers } = await alerts(who, "GET");
    const sender = { id: who.accountId, label: "Mailbox" };
    expect([status, body]).toEqual([200, { ...OFF, sending_account: sender, updated_at: "1970-01-01T00:00:00.000Z" }]);
    expect(headers.get("etag")).toMatch(/^".+"$/);
  });

  it("tell by one mail of a sending account that fails, and of the same account not again within the hour", async () => {
    const who = await stack.owner();
    const bad = await wrongAccount(who);
    const to = await chosen(who, ["sending_account_failing"], [anAddress(), anAddress()]);
    await failOnce(who, bad, 1);
    const mail = await stack.mail(to);
    expect(mail.subject).toBe("The sending account Shop mail fails");
    expect(mail.text).toContain("Open the account under Sending accounts in the panel and test it");
    expect(mail.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const listed = await stack.call("GET", "/api/v1/notifications?metadata.alert=sending_account_failing", {
      token: who.key,
    });
    const [notification] = listed.body.notifications as Fields[];
    expect(notification).toMatchObject({ channel: "email", recipient: to });

    await withPassword(who, bad, "demo");
    expect((await stack.settled(who.key, await stack.accepted(who.key, { smtp_account_id: bad }))).status).toBe("sent");
    await withPassword(who, bad, "wrong");
    await failOnce(who, bad, 2);
    await pause(SOME_RUNS_MS);
    expect(await stack.mails(to)).toHaveLength(1);
  });

  it("tell of what was raised before a move of the test clock (D48e)", async () => {
    const { token } = await stack.owner(null);
    const key = String((await stack.apiKey(token, { mode: "test" })).key);
    const person = { token, headers: { "herald-mode": "test" } };
    const move = () => stack.call("POST", "/api/v1/sandbox/clock", { token: key, json: { advance_seconds: 3600 } });
    // The webhook is disabled in the time before the move.
    const receiver = await httpReceiver((_request, response) => {
      void move().finally(() => response.writeHead(410).end());
    });
    try {
      const to = anAddress();
      const json = { ...OFF, addresses: [to], alerts: ["webhook_disabled"] };
      await stack.call("PUT", "/panel/api/alerts", { ...person, json });
      const hook = { url: `${receiver.origin}/`, event_types: ["notification.sent"] };
      expect((await stack.call("POST", "/api/v1/webhooks", { ...person, json: hook })).status).toBe(201);
      await stack.accepted(key);
      const mails = async () =>
        (await stack.call("GET", `/api/v1/sandbox/messages?to=${encodeURIComponent(to)}`, { token: key })).body
          .messages as Fields[];
      expect(await until(mails, ({ length }) => length > 0, { withinMs: 30_000 })).toHaveLength(1);
      expect((await stack.call("GET", "/panel/api/alerts", person)).body).not.toHaveProperty("unsent");
    } finally {
      await receiver.close();
    }
  });

  it("tell nobody of what was not chosen", async () => {
    const who = await stack.owner();
    const to = await chosen(who, ["webhook_disabled"]);
    await failOnce(who, await wrongAccount(who), 1);
    await pause(SOME_RUNS_MS);
    expect(await stack.mails(to)).toEqual([]);
  });

  it("are not sent through an account that fails itself; the panel says so", async () => {
    const who = await stack.owner({ label: "Only one", password: "wrong" });
    const to = await chosen(who, ["sending_account_failing"]);
    await failOnce(who, who.accountId, 1);
    const noted = await until(
      () => alerts(who, "GET"),
      ({ body }) => body.unsent !== undefined,
    );
    expect(noted.body.unsent).toMatchObject({ title: "The sending account Only one fails" });
    expect(noted.body.sending_account).toBeUndefined();
    expect(await stack.mails(to)).toEqual([]);
  });

  it("do not loop when the mail that tells of a failing account fails itself", async () => {
    const who = await stack.owner(null);
    const [first, second] = [await wrongAccount(who), await wrongAccount(who)];
    const to = await chosen(who, ["sending_account_failing"]);
    await failOnce(who, first, 1);
    await until(
      () => feedOf(who, "sending_account.failing"),
      (all) => all.length === 2,
    );
    await pause(SOME_RUNS_MS);
    const { notifications } = (await stack.call("GET", "/api/v1/notifications", { token: who.key })).body;
    expect((notifications as Fields[]).map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect((await feedOf(who, "sending_account.failing")).map(({ data }) => (data as Fields).id)).toEqual([
      first,
      second,
    ]);
    expect(await stack.mails(to)).toEqual([]);
  });

  it("refuse what cannot be meant, and say what is wrong", async () => {
    const who = await stack.owner();
    const many = Array.from({ length: 11 }, () => anAddress());
    const cases: [Fields, string][] = [
      [{ ...OFF, alerts: ["webhook_disabled"] }, "addresses must have at least one entry while anything is on"],
      [{ ...OFF, addresses: ["nobody"] }, "addresses must be valid email addresses"],
      [{ ...OFF, addresses: many }, "addresses must have at most 10 entries"],
      [
        { ...OFF, alerts: ["rain"] },
        "alerts must be one of: sending_account_failing, webhook_disabled, chat_template_rejected, customer_waiting",
      ],
      [{ addresses: [], alerts: [] }, "weekly_summary must be true or false"],
      [{ ...OFF, extra: 1 }, 'unknown field "extra"'],
    ];
    for (const [json, error] of cases) expect((await alerts(who, "PUT", json)).body.error).toBe(error);
    const twice = await alerts(who, "PUT", { ...OFF, addresses: [" Ana@Shop.example ", "ana@shop.example", ""] });
    expect(twice.body.addresses).toEqual(["Ana@Shop.example"]);
  });

  it("are one record: a change of what was read before is refused, at the first choice too", async () => {
    const who = await stack.owner();
    const tag = String((await alerts(who, "GET")).headers.get("etag"));
    const on = { ...OFF, addresses: [anAddress()], alerts: ["webhook_disabled"] };
    const first = await alerts(who, "PUT", on, { "If-Match": tag });
    expect(first.status).toBe(200);
    const late = await alerts(who, "PUT", OFF, { "If-Match": tag });
    expect([late.status, late.body.code, late.headers.get("etag")]).toEqual([
      412,
      "version_conflict",
      first.headers.get("etag"),
    ]);
    const atOnce = await Promise.all(
      Array.from({ length: 8 }, () => alerts(who, "PUT", on, { "If-Match": String(first.headers.get("etag")) })),
    );
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
  });

  it("belong to one owner", async () => {
    const [one, other] = [await stack.owner(), await stack.owner()];
    await chosen(one, ["webhook_disabled"]);
    expect((await alerts(other, "GET")).body).toMatchObject(OFF);
    expect((await stack.call("GET", "/panel/api/alerts", { token: one.key })).status).toBe(401);
  });
});
