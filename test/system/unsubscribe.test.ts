import { afterAll, beforeAll, describe, it } from "vitest";
import { eventReader } from "../support/event-reader.ts";
import {
  anAddress,
  type CallOptions,
  call,
  type Fields,
  HASTY,
  headersIn,
  LocalStack,
  type Owner,
} from "../support/local-stack.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterAll(() => stack.close());

const LINK = /^List-Unsubscribe: <(.*)>$/m;
const suppressionsOf = async ({ token }: Pick<Owner, "token">) =>
  (await stack.call("GET", "/api/v1/suppressions", { token })).body.suppressions as Fields[];

/** Sends a mail about a topic, and returns it with its link and its raw text. */
async function linked(who: Owner, fields: Fields = {}, topic = "news") {
  const recipient = String(fields.recipient ?? anAddress());
  const id = await stack.accepted(who.key, { ...fields, recipient, unsubscribe: { topic } });
  const { raw } = await stack.mail(recipient);
  const [, url = ""] = LINK.exec(headersIn(raw).join("\n")) ?? [];
  return { id, recipient, raw, url, path: url.slice(stack.file.base_url.length) };
}
const page = (path: string, method = "GET", options: CallOptions = {}) => stack.call(method, path, options);

describe("a mail with unsubscribe (D45a)", () => {
  it("has the two headers of RFC 8058, with a link that shows nothing", async ({ expect }) => {
    const who = await stack.owner();
    const { raw, url, recipient } = await linked(who, {}, "weekly-letter");
    const headers = headersIn(raw);
    expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(url).toMatch(/^http:\/\/[^/]+\/u\/[A-Za-z0-9._~-]{1,900}$/);
    const [, token = ""] = url.split("/u/");
    for (const form of ["base64url", "latin1"] as const)
      for (const word of [recipient, who.sub, "weekly-letter"])
        expect(Buffer.from(token, form).toString("latin1")).not.toContain(word);
  });

  it("has the link in a template's texts in place of a value of its name", async ({ expect }) => {
    const who = await stack.owner();
    const json = {
      name: "N",
      subject: "{{.UnsubscribeURL}}",
      body: "Out: {{.UnsubscribeURL}} {{.x}}",
      body_type: "text",
    };
    const { body } = await stack.call("POST", "/api/v1/templates", { token: who.token, json });
    const variables = { UnsubscribeURL: "mine", x: "y" };
    const { raw, url } = await linked(who, { template_id: body.id, subject: undefined, body: undefined, variables });
    expect(raw.replace(/=\r?\n/g, "").replaceAll("=3D", "=")).toContain(`Out: ${url} y`);
    const recipient = anAddress();
    await stack.accepted(who.key, { recipient, template_id: body.id, variables });
    expect((await stack.mail(recipient)).raw).toContain("Out: mine y");
  });

  it.for<[string, Fields, string]>([
    ["a copy", { cc: ["b@example.test"] }, "unsubscribe needs exactly one recipient"],
    ["no topic", { unsubscribe: {} }, "unsubscribe.topic is required"],
    ["a topic with capitals", { unsubscribe: { topic: "News" } }, "unsubscribe.topic must match"],
    ["a text", { unsubscribe: "news" }, "unsubscribe must be an object"],
  ])("is refused with %s", async ([, fields, error], { expect }) => {
    const who = await stack.owner();
    const answer = await stack.send(who.key, { unsubscribe: { topic: "news" }, ...fields });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(error)]);
    expect((answer.body.errors as Fields[])[0]?.field).toMatch(/^unsubscribe/);
  });

  it("counts a repeated recipient once", async ({ expect }) => {
    const who = await stack.owner();
    const recipient = anAddress();
    expect((await linked(who, { recipient, cc: [recipient.toUpperCase()] })).url).not.toBe("");
  });

  it("has a link of the other recipient's own when it is sent again to another address", async ({ expect }) => {
    const who = await stack.owner();
    const json = { name: "N", subject: "S", body: "Out: {{.UnsubscribeURL}}", body_type: "text" };
    const { body } = await stack.call("POST", "/api/v1/templates", { token: who.token, json });
    const first = await linked(who, { template_id: body.id, subject: undefined, body: undefined });
    const other = anAddress();
    await stack.settled(who.key, first.id);
    const again = { token: who.token, json: { recipient: other } };
    const resent = await stack.call("POST", `/panel/api/notifications/${first.id}/resend`, again);
    expect(resent.status).toBe(202);
    const { raw } = await stack.mail(other);
    const url = LINK.exec(headersIn(raw).join("\n"))?.[1] ?? "";
    expect(url).not.toBe(first.url);
    expect(raw.replace(/=\r?\n/g, "")).not.toContain(first.url);
    await page(url.slice(stack.file.base_url.length), "POST");
    expect(await suppressionsOf(who)).toMatchObject([{ recipient: other, notification_id: resent.body.id }]);
  });

  it("has a link of the mail's own when it is sent again", async ({ expect }) => {
    const who = await stack.owner();
    const first = await linked(who, { subject: "First" });
    await stack.settled(who.key, first.id);
    const resent = await stack.call("POST", `/api/v1/notifications/${first.id}/resend`, { token: who.key });
    await stack.settled(who.key, String(resent.body.id));
    const [newest] = await stack.mails(first.recipient);
    const source = await call("GET", `${stack.file.mailbox_url}/api/messages/${String(newest?.id)}/raw`);
    const url = LINK.exec(headersIn(source.text).join("\n"))?.[1] ?? "";
    expect(url).not.toBe(first.url);
    await page(url.slice(stack.file.base_url.length), "POST");
    expect(await suppressionsOf(who)).toMatchObject([{ recipient: first.recipient, notification_id: resent.body.id }]);
  });

  it("shows the page to somebody who has unsubscribed from very many topics", async ({ expect }) => {
    const who = await stack.owner();
    const { recipient, path } = await linked(who);
    for (let i = 0; i < 105; i++)
      await stack.call("POST", "/api/v1/suppressions", {
        token: who.token,
        json: { recipient, reason: "unsubscribe", topic: `t${i}` },
      });
    expect((await page(path)).text).not.toContain("unsubscribed");
    await page(path, "POST");
    expect((await page(path)).text).toContain("unsubscribed");
  });
});

describe("the page behind the link (D45a)", () => {
  it("asks with one form and changes nothing, then records it once, whoever posts what", async ({ expect }) => {
    const who = await stack.owner();
    const { id, recipient, path } = await linked(who);
    const events = eventReader(stack, who.key, { types: "recipient.unsubscribed" });
    for (const method of ["GET", "HEAD", "GET"]) expect((await page(`${path}?utm=1`, method)).status).toBe(200);
    const asked = await page(path);
    expect(asked.text).toContain("news");
    expect(asked.text).not.toContain(recipient);
    expect(asked.text.match(/<form|<button/g)).toEqual(["<form", "<button"]);
    expect(asked.text).not.toMatch(/unsubscribed|<script|https?:/i);
    const [got, head] = [await page(path), await page(path, "HEAD")];
    expect(head.text).toBe("");
    expect(head.headers.get("content-length")).toBe(got.headers.get("content-length"));
    expect(await suppressionsOf(who)).toEqual([]);

    const posts = [
      { raw: "List-Unsubscribe=One-Click", type: "application/x-www-form-urlencoded" },
      { headers: { origin: "https://evil.example" }, raw: "\u0000", type: "text/plain" },
      { token: who.key, json: { a: 1 } },
      {},
    ];
    const done = await Promise.all(posts.map((options) => page(path, "POST", options)));
    for (const { status, text } of done) expect([status, text]).toEqual([200, expect.stringContaining("unsubscribed")]);
    expect(await suppressionsOf(who)).toEqual([
      expect.objectContaining({ recipient, reason: "unsubscribe", topic: "news", notification_id: id }),
    ]);
    expect((await page(path)).text).toContain("unsubscribed");
    await events.types(1);
    expect(events.seen).toHaveLength(1);
  });

  it("keeps the next mails of the topic away, and others not, until it is deleted", async ({ expect }) => {
    const who = await stack.owner();
    const { recipient, path } = await linked(who);
    await page(path, "POST");
    const send = async (more: Fields) => stack.settled(who.key, await stack.accepted(who.key, { recipient, ...more }));
    expect(await send({ unsubscribe: { topic: "news" } })).toMatchObject({ status: "failed", attempts: 0 });
    expect(await send({ unsubscribe: { topic: "other" } })).toMatchObject({ status: "sent" });
    expect(await send({})).toMatchObject({ status: "sent" });
    const [one] = await suppressionsOf(who);
    await stack.call("DELETE", `/api/v1/suppressions/${String(one?.id)}`, { token: who.token });
    expect((await page(path)).text).not.toContain("unsubscribed");
    expect(await send({ unsubscribe: { topic: "news" } })).toMatchObject({ status: "sent" });
    await page(path, "POST");
    expect(await suppressionsOf(who)).toHaveLength(1);
  });

  it("answers with strict headers, and without a limit", async ({ expect }) => {
    const who = await stack.owner();
    const { path } = await linked(who);
    for (let i = 0; i < 50; i++) expect((await page(path)).status).toBe(200);
    for (const one of [path, "/u/nonsense"]) {
      const { headers } = await page(one);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toBe("noindex");
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get("set-cookie")).toBeNull();
    }
  });

  it("is 404 for every token that was not made, and for every changed one", async ({ expect }) => {
    const who = await stack.owner();
    const { path } = await linked(who);
    const token = path.slice("/u/".length);
    const flipped = [0, 5, 11, 20, token.length - 1].map((at) => {
      const other = token[at] === "A" ? "B" : "A";
      return token.slice(0, at) + other + token.slice(at + 1);
    });
    const bad = [
      ...flipped,
      token.toUpperCase(),
      `${token}A`,
      token.slice(0, -1),
      token.slice(0, 10),
      "x",
      "%00",
      "a".repeat(900),
    ];
    for (const one of bad)
      for (const method of ["GET", "POST"]) {
        const answer = await page(`/u/${one}`, method);
        expect([one, answer.status]).toEqual([one, 404]);
        expect(answer.text).toContain("<!doctype html>");
      }
    expect(await suppressionsOf(who)).toEqual([]);
  });

  it("takes no other method", async ({ expect }) => {
    const { path } = await linked(await stack.owner());
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const { status, headers } = await page(path, method);
      expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    }
  });

  it("works after a restart", async ({ expect }) => {
    const own = await LocalStack.start(HASTY);
    try {
      const { token, key } = await own.owner();
      const recipient = anAddress();
      await own.accepted(key, { recipient, unsubscribe: { topic: "news" } });
      const url = LINK.exec(headersIn((await own.mail(recipient)).raw).join("\n"))?.[1] ?? "";
      const path = new URL(url).pathname;
      await own.stop();
      await own.boot();
      expect((await own.call("POST", path)).text).toContain("unsubscribed");
      expect(token).not.toBe("");
    } finally {
      await own.close();
    }
  });
});
