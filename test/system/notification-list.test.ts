import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, anAddress, type Fields, HASTY, LocalStack, type Owner } from "../support/local-stack.ts";

const LIST = "/api/v1/notifications";
let stack: LocalStack;
let owner: Owner;
/**
 * The ids of the notifications. The first half goes to one recipient, and the server refuses the recipients of the
 * other half.
 */
let ids: string[];
let recipient: string;
let between: string;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  owner = await stack.owner();
  recipient = anAddress();
  ids = [];
  for (let i = 0; i < 4; i++) ids.push(await stack.accepted(owner.key, { recipient }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  between = new Date().toISOString();
  for (let i = 0; i < 3; i++) ids.push(await stack.accepted(owner.key, { recipient: anAddress("reject") }));
  await stack.allSettled(owner.key, ids);
});
afterAll(() => stack.close());

const list = (query: Record<string, string> = {}, token = owner.key): Promise<Answer> =>
  stack.call("GET", `${LIST}?${new URLSearchParams(query)}`, { token });
const idsIn = ({ body }: Answer) => (body.notifications as Fields[]).map((one) => String(one.id));
const newestFirst = (of: readonly string[]) => [...of].sort().reverse();

describe("GET /api/v1/notifications (D46a)", () => {
  it("answers the response shape with the recipient, newest first", async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(idsIn(answer)).toEqual(newestFirst(ids));
    expect(Object.keys(answer.body)).toEqual(["notifications"]);
    const last = (answer.body.notifications as Fields[]).at(-1);
    expect(last).toEqual({ ...(await stack.notification(owner.key, String(ids[0]))), recipient });
    const panel = await stack.call("GET", "/panel/api/notifications", { token: owner.token });
    expect((panel.body.notifications as Fields[]).at(-1)?.recipient).toBe(recipient);
  });

  it.each<[string, () => Record<string, string>, () => string[]]>([
    ["a status", () => ({ status: "failed" }), () => ids.slice(4)],
    ["a channel", () => ({ channel: "email" }), () => ids],
    ["another channel", () => ({ channel: "chat" }), () => []],
    ["a recipient, in any case", () => ({ recipient: recipient.toUpperCase() }), () => ids.slice(0, 4)],
    ["since", () => ({ since: between }), () => ids.slice(4)],
    ["until", () => ({ until: between }), () => ids.slice(0, 4)],
    ["a time with an offset", () => ({ since: "2020-01-01T00:00:00+02:00" }), () => ids],
    ["two filters", () => ({ status: "sent", since: between }), () => []],
    ["metadata, which no notification has", () => ({ "metadata.order": "1" }), () => []],
    ["a parameter that nobody knows", () => ({ colour: "red" }), () => ids],
  ])("filters by %s", async (_, query, wanted) => {
    const answer = await list(query());
    expect([answer.status, idsIn(answer)]).toEqual([200, newestFirst(wanted())]);
  });

  it("pages without a gap or a repeat, whatever the limit", async () => {
    for (const limit of ["1", "3", "7", "100"]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const answer: Answer = await list({ limit, ...(cursor ? { cursor } : {}) });
        seen.push(...idsIn(answer));
        cursor = answer.body.next_cursor as string | undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(newestFirst(ids));
    }
  });

  it("signs its cursors: to the owner and the filters, not to the limit", async () => {
    const cursor = String((await list({ limit: "2", status: "sent" })).body.next_cursor);
    expect(idsIn(await list({ limit: "100", status: "sent", cursor }))).toHaveLength(2);
    const other = await stack.owner();
    for (const answer of [
      await list({ cursor }),
      await list({ cursor, status: "failed" }),
      await list({ cursor, status: "sent", since: between }),
      await list({ cursor, status: "sent", "metadata.a": "1" }),
      await list({ cursor, status: "sent" }, other.key),
      await list({ cursor: randomUUID(), status: "sent" }),
    ])
      expect([answer.status, answer.body.error]).toEqual([400, "cursor is not valid"]);
  });

  it.each([
    [{ status: "done" }, "status must be one of: pending, processing, submitted, sent, failed, canceled"],
    [{ channel: "sms" }, "channel must be one of: email, chat"],
    [{ limit: "0" }, "limit must be an integer from 1 to 100"],
    [{ limit: "101" }, "limit must be an integer from 1 to 100"],
    [{ since: "yesterday" }, "since must be an RFC 3339 time"],
    [{ until: "2026-11-22" }, "until must be an RFC 3339 time"],
    [{ recipient: "" }, "recipient must not be empty"],
  ])("refuses %j", async (query, error) => {
    const answer = await list(query as Record<string, string>);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  it("shows an owner's own alone, and takes API keys alone", async () => {
    expect(idsIn(await list({}, (await stack.owner()).key))).toEqual([]);
    expect((await list({}, owner.token)).status).toBe(401);
    expect((await stack.call("GET", LIST)).status).toBe(401);
  });
});
