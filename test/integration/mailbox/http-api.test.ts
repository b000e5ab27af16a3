import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { aMailbox, getJson, listed, send, type TestMailbox } from "./mailbox-fixture.ts";

async function withMessages(subjects: string[]): Promise<TestMailbox> {
  const mailbox = await aMailbox();
  for (const subject of subjects) await send(mailbox.smtpPort, { to: `${subject}@y.test`, cc: "all@y.test", subject });
  return mailbox;
}

/** Sends the request of a browser to a name that somebody made lead here, which `fetch` would not allow. */
const asked = (url: string, method: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString("utf8") }));
    })
      .on("error", reject)
      .end();
  });

describe("mailbox HTTP API (M-mails)", () => {
  it.each([
    ["GET", "/api/messages"],
    ["DELETE", "/api/messages"],
    ["GET", "/api/messages/1/raw"],
    ["GET", "/api/events"],
    ["GET", "/"],
  ])("%s %s tells nothing to a web page whose name was made to point here", async (method, path) => {
    const mailbox = await withMessages(["one"]);
    const { port } = new URL(mailbox.url);
    for (const host of [`evil.test:${port}`, "evil.test", `127.0.0.1.evil.test:${port}`]) {
      const { status, text } = await asked(mailbox.url + path, method, { host });
      expect({ host, status, text }).toEqual({ host, status: 421, text: '{"error":"unknown host"}' });
    }
    const foreign = await asked(mailbox.url + path, method, { origin: `http://evil.test:${port}` });
    expect(foreign).toEqual({ status: 403, text: '{"error":"requests from other sites are refused"}' });
    expect(await listed(mailbox)).toHaveLength(1);
  });

  it("answers under its own names, and to its own page", async () => {
    const mailbox = await withMessages(["one"]);
    const { port } = new URL(mailbox.url);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "LOCALHOST"])
      expect(await asked(`${mailbox.url}/api/messages`, "GET", { host, origin: mailbox.url })).toMatchObject({
        status: 200,
      });
  });

  it("GET /api/messages is empty at first", async () => {
    const mailbox = await aMailbox();
    const { status, headers, body } = await getJson(`${mailbox.url}/api/messages`);
    expect({ status, body }).toEqual({ status: 200, body: { messages: [] } });
    expect(headers.get("content-type")).toMatch(/^application\/json/);
  });

  it("GET /api/messages lists the newest first", async () => {
    const mailbox = await withMessages(["one", "two", "three"]);
    expect((await listed(mailbox)).map(({ subject }) => subject)).toEqual(["three", "two", "one"]);
    expect((await listed(mailbox, "?limit=2")).map(({ subject }) => subject)).toEqual(["three", "two"]);
    expect(await listed(mailbox, "?to=&limit=")).toHaveLength(3);
  });

  it("GET /api/messages?to= matches one envelope recipient exactly, in any case", async () => {
    const mailbox = await withMessages(["one", "two"]);
    expect((await listed(mailbox, "?to=TWO@Y.test")).map(({ subject }) => subject)).toEqual(["two"]);
    expect((await listed(mailbox, "?to=all@y.test&limit=1")).map(({ subject }) => subject)).toEqual(["two"]);
    expect(await listed(mailbox, "?to=wo@y.test")).toEqual([]);
    expect(await listed(mailbox, "?to=%25@y.test")).toEqual([]);
  });

  it("GET /api/messages lists 50 unless told otherwise, 1000 at most", async () => {
    const mailbox = await aMailbox();
    await Promise.all(Array.from({ length: 60 }, () => send(mailbox.smtpPort, { to: "b@y.test" })));
    expect(await listed(mailbox)).toHaveLength(50);
    expect(await listed(mailbox, "?limit=1000")).toHaveLength(60);
  });

  it.each(["0", "-1", "1001", "1.5", "x", "1e2", "0x10", "%2B5", "NaN", "99999"])(
    "GET /api/messages?limit=%s answers 400",
    async (limit) => {
      const mailbox = await aMailbox();
      const { status, body } = await getJson(`${mailbox.url}/api/messages?limit=${limit}`);
      expect({ status, body }).toEqual({ status: 400, body: { error: "limit must be a whole number from 1 to 1000" } });
    },
  );

  it("GET /api/messages/{id} gives empty strings for the parts that are not there", async () => {
    const mailbox = await aMailbox();
    await send(mailbox.smtpPort, { to: "b@y.test", text: "only text" });
    const [message] = await listed(mailbox);
    const { body } = await getJson(`${mailbox.url}/api/messages/${message?.id}`);
    expect(body).toMatchObject({ html: "", text: expect.stringContaining("only text") });
  });

  it.each([
    "/api/messages/999",
    "/api/messages/0",
    "/api/messages/abc",
    "/api/messages/1/raw",
    "/api/messages/1/html",
    "/api/messages/1/x",
    "/api",
    "/x",
    "/../x",
    "//",
  ])("GET %s answers 404 in JSON", async (path) => {
    const mailbox = await aMailbox();
    const { status, body } = await getJson(`${mailbox.url}${path}`);
    expect({ status, body }).toEqual({ status: 404, body: { error: expect.stringContaining("not found") } });
  });

  it.each([
    ["POST", "/api/messages", "GET, HEAD, DELETE"],
    ["DELETE", "/api/messages/1", "GET, HEAD"],
    ["PUT", "/api/messages/1/raw", "GET, HEAD"],
    ["POST", "/api/events", "GET, HEAD"],
    ["POST", "/", "GET, HEAD"],
  ])("%s %s answers 405 with Allow", async (method, path, allow) => {
    const mailbox = await aMailbox();
    const response = await fetch(`${mailbox.url}${path}`, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
    expect(await response.json()).toEqual({ error: "method not allowed" });
  });

  it("HEAD answers as GET does, without a body", async () => {
    const mailbox = await withMessages(["one"]);
    const response = await fetch(`${mailbox.url}/api/messages`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });

  it("DELETE /api/messages empties the mailbox, and no id comes back", async () => {
    const mailbox = await withMessages(["one"]);
    const [before] = await listed(mailbox);
    const response = await fetch(`${mailbox.url}/api/messages`, { method: "DELETE" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(await listed(mailbox)).toEqual([]);
    expect(await listed(mailbox, "?to=one@y.test")).toEqual([]);
    await send(mailbox.smtpPort, { to: "b@y.test" });
    const [after] = await listed(mailbox);
    expect(after?.id).not.toBe(before?.id);
  });

  it("reads hostile and broken messages without failing", async () => {
    const mailbox = await aMailbox();
    const nested = Array.from(
      { length: 300 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    const raws = ["", "no header at all", "Subject\r\n: x\r\n\r\n", `Subject: =?utf-8?q?=ZZ?=\r\n${nested.join("")}`];
    for (const raw of raws) await send(mailbox.smtpPort, { envelope: { from: "a@x.test", to: ["b@y.test"] }, raw });
    const messages = await listed(mailbox);
    expect(messages).toHaveLength(raws.length);
    for (const { id } of messages) {
      const { status, body } = await getJson(`${mailbox.url}/api/messages/${id}`);
      expect([status, typeof body.text, typeof body.html]).toEqual([200, "string", "string"]);
    }
  });
});
