import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Fields, LocalStack, until } from "../support/local-stack.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared();
});
afterAll(() => stack.close());

const SOON_MS = 20_000;
const AT_ONCE = 20;

interface Creation {
  readonly path: string;
  readonly json: Fields;
  /** This field of the answer contains the secret. */
  readonly secret?: string;
  /** The test sends this other body under the same key. */
  readonly other: Fields;
}

const TEMPLATE = { name: "Welcome", subject: "Hello", body: "It works.", body_type: "text" };
const CREATIONS: Readonly<Record<string, Creation>> = {
  "an API key": { path: "/panel/api/api-keys", json: { name: "Shop" }, secret: "key", other: { name: "Other" } },
  "a webhook": {
    path: "/api/v1/webhooks",
    json: { url: "https://receiver.example/events" },
    secret: "secret",
    other: { url: "https://other.example/events" },
  },
  "an email template": { path: "/api/v1/templates", json: TEMPLATE, other: { ...TEMPLATE, name: "Other" } },
  "a canned reply": {
    path: "/panel/api/canned-replies",
    json: { name: "hours", text: "9 to 5" },
    other: { name: "place", text: "Here" },
  },
};

async function aPerson() {
  const token = await stack.token(randomUUID());
  const post = (path: string, json: Fields, key?: string): Promise<Answer> =>
    stack.call("POST", path, { token, json, headers: key === undefined ? {} : { "idempotency-key": key } });
  const listed = async (path: string): Promise<Fields[]> => {
    const { text } = await stack.call("GET", path, { token });
    const found: Fields | Fields[] = JSON.parse(text);
    return Array.isArray(found) ? found : (Object.values(found).find(Array.isArray) ?? []);
  };
  return { token, post, listed };
}

describe("one idempotency key, whatever a person creates (D24)", () => {
  it.each(Object.entries(CREATIONS))(
    "makes %s once of twenty at once, and tells each the same",
    async (_, creation) => {
      const { path, json, secret, other } = creation;
      const { post, listed } = await aPerson();
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => post(path, json, key)));
      const made = answers.filter(({ status }) => status === 201);
      expect(made.length).toBeGreaterThan(0);
      for (const { status, headers } of answers.filter((one) => !made.includes(one)))
        expect([status, headers.get("retry-after")]).toEqual([409, "1"]);
      expect(await listed(path)).toHaveLength(1);

      const again = await post(path, json, key);
      expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
      expect(new Set([...made, again].map(({ text }) => text)).size).toBe(1);
      if (secret !== undefined) expect(again.body[secret]).toMatch(/^(?:hrld_live_|whsec_)/);

      expect((await post(path, other, key)).body).toMatchObject({ code: "idempotency_key_reused" });
      expect((await post(path, json)).status).toBe(creation.path.includes("canned") ? 409 : 201);
      expect(await listed(path)).toHaveLength(creation.path.includes("canned") ? 1 : 2);
    },
  );

  it("rotates an API key once, and the key that every answer shows works", async () => {
    const { post, listed } = await aPerson();
    const { body: old } = await post("/panel/api/api-keys", { name: "Shop" });
    const rotate = () => post(`/panel/api/api-keys/${String(old.id)}/rotate`, { grace_seconds: 0 }, "one");
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, rotate));
    const { body } = await rotate();
    for (const one of answers.filter(({ status }) => status === 201)) expect(one.body).toEqual(body);
    expect(await listed("/panel/api/api-keys")).toHaveLength(2);
    expect((await stack.call("GET", "/api/v1/status", { token: String(body.key) })).status).toBe(200);
  });

  it("rotates a webhook's secret once: the one before goes on signing", async () => {
    const { post } = await aPerson();
    const { body: webhook } = await post("/api/v1/webhooks", { url: "https://receiver.example/events" });
    const rotate = () => post(`/api/v1/webhooks/${String(webhook.id)}/rotate-secret`, {}, "one");
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, rotate));
    const { body } = await rotate();
    expect(body.secret).not.toBe(webhook.secret);
    for (const one of answers.filter(({ status }) => status === 200)) expect(one.body).toEqual(body);
  });

  it("sends a notification again once, to whichever address", async () => {
    const owner = await stack.owner();
    const id = await stack.accepted(owner.key, { subject: randomUUID() });
    await stack.settled(owner.key, id);
    const recipient = `${randomUUID()}@mail.example`;
    const headers = { "idempotency-key": "one" };
    const resend = () =>
      stack.call("POST", `/panel/api/notifications/${id}/resend`, { token: owner.token, json: { recipient }, headers });
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, resend));
    const ids = answers.filter(({ status }) => status === 202).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    await stack.settled(owner.key, String(ids[0]));
    const mails = () => stack.mails(recipient);
    expect(await until(mails, (all) => all.length > 0, { withinMs: SOON_MS })).toHaveLength(1);
  });

  it("sends one mail when a saved account is tried out twice at once", async () => {
    const { token, accountId } = await stack.owner();
    const recipient = `${randomUUID()}@mail.example`;
    const call = { token, json: { recipient }, headers: { "idempotency-key": "one" } };
    const test = () => stack.call("POST", `/panel/api/sending-accounts/${accountId}/test`, call);
    await Promise.all([test(), test()]);
    expect((await test()).body).toMatchObject({ sent: true });
    expect(await stack.mails(recipient)).toHaveLength(1);
  });
});
