import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Herald } from "../../client/src/herald.ts";
import { accountRequest, adminToken } from "../support/chat-world.ts";
import { type CallOptions, type Fields, LocalStack } from "../support/local-stack.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared();
});
afterAll(() => stack.close());

const AT_ONCE = 20;

interface Kind {
  readonly path: string;
  readonly body: (n: number) => Fields;
  readonly token?: () => Promise<string>;
}

const account = (n: number) => ({
  ...{ label: `Label ${n}`, from_address: "shop@example.test", host: "127.0.0.1", port: 3025 },
  ...{ encryption: "none", password: "x" },
});
/** All writes of a chat account share one account, because the provider's numbers are unique. */
const chatAccount = accountRequest([`owner-${randomUUID()}`]);

const KINDS: Record<string, Kind> = {
  "a sending account": { path: "/api/v1/smtp-accounts", body: account },
  "an email template": { path: "/api/v1/templates", body: (n) => ({ name: `Name ${n}`, subject: "s", body: "b" }) },
  "a webhook": {
    path: "/api/v1/webhooks",
    body: (n) => ({ url: "http://127.0.0.1:2/herald", description: `n ${n}`, enabled: false }),
  },
  "a canned reply": { path: "/panel/api/canned-replies", body: (n) => ({ name: `Hours ${n}`, text: "9 to 17" }) },
  "a chat account": {
    path: "/admin/api/chat-accounts",
    body: (n) => ({ ...chatAccount, label: `Label ${n}` }),
    token: () => adminToken(stack),
  },
};

describe.each(Object.entries(KINDS))(
  "%s (D50)",
  (_kind, { path, body, token = () => stack.token(`owner-${randomUUID()}`) }) => {
    const made = async () => {
      const options = { token: await token() };
      const created = await stack.call("POST", path, { ...options, json: body(0) });
      expect(created.status).toBe(201);
      const at = `${path}/${created.body.id}`;
      const call = (method: string, more: CallOptions = {}) => stack.call(method, at, { ...options, ...more });
      const put = (n: number, ifMatch?: string) =>
        call("PUT", { json: body(n), headers: ifMatch === undefined ? {} : { "if-match": ifMatch } });
      return { etag: created.headers.get("etag") ?? "", call, put };
    };

    it("is changed by one of twenty that name the same ETag, and by nobody who is late", async () => {
      const { etag, call, put } = await made();
      expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
      expect((await call("GET")).headers.get("etag")).toBe(etag);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => put(n + 1, etag)));
      const now = (await call("GET")).headers.get("etag");
      expect(now).not.toBe(etag);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(412)]);
      for (const answer of answers) expect(answer.headers.get("etag")).toBe(now);
      const [late] = answers.filter(({ status }) => status === 412);
      expect(late?.body).toEqual({ error: "changed meanwhile", code: "version_conflict" });
      const kept = await call("DELETE", { headers: { "if-match": etag } });
      expect([kept.status, kept.headers.get("etag")]).toEqual([412, now]);
      expect((await call("DELETE", { headers: { "if-match": `"another", ${now}` } })).status).toBe(204);
      expect((await put(1, "*")).status).toBe(404);
    });

    it("is written or told to be repeated by twenty without the header, and never fails", async () => {
      const { call, put } = await made();
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => put(n + 1)));
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      expect((await call("DELETE")).status).toBe(204);
    });

    it("matches * with any ETag and a weak tag with none, and refuses what is no tag with 400", async () => {
      const { etag, call, put } = await made();
      expect((await put(1, etag.slice(1, -1))).status).toBe(400);
      expect((await put(1, `W/${etag}`)).status).toBe(412);
      expect((await put(1, "*")).status).toBe(200);
      expect((await call("DELETE")).status).toBe(204);
    });
  },
);

describe("the client (D50)", () => {
  it("hands the ETag out with a record, and refuses a change of another one", async () => {
    const { base_url: baseUrl } = stack.file;
    const { emailTemplates } = new Herald({ baseUrl, accessToken: await stack.token(`owner-${randomUUID()}`) });
    const template = { name: "Greeting", subject: "Hello", body: "Hello." };
    const { id, etag } = await emailTemplates.create(template);
    const { etag: next } = await emailTemplates.replace(id, template, { ifMatch: etag });
    const late = emailTemplates.replace(id, template, { ifMatch: etag });
    await expect(late).rejects.toMatchObject({ status: 412, code: "version_conflict" });
    await expect(emailTemplates.delete(id, { ifMatch: etag })).rejects.toMatchObject({ status: 412 });
    expect(await emailTemplates.get(id)).toMatchObject({ etag: next });
    await emailTemplates.delete(id, { ifMatch: next });
  });
});
