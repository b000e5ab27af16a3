import { randomUUID } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LocalStack } from "../support/local-stack.ts";

const BURST = 30;
/** The panel's burst is fixed, unless the public API has a larger one. */
const PANEL_BURST = 120;
const PANEL_REFILL = 5;

let stack: LocalStack;
beforeAll(async () => {
  // A deployment has these limits: burst 30, refill 1 per second.
  stack = await LocalStack.start({ HERALD_RATE_BURST: "30", HERALD_RATE_REFILL: "1" });
});
afterAll(() => stack.close());

interface Given {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

/**
 * Sends a request from an address of its own (all of 127.0.0.0/8 is this machine), so that tests do not share the
 * bucket of an address.
 */
const from = (localAddress: string, path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<Given>((resolve, reject) => {
    const { hostname, port } = new URL(stack.file.base_url);
    const options = { hostname, port, path, method, localAddress, headers, agent: false, timeout: 10_000 };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.on("error", reject).end();
  });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const STATUS = "/api/v1/status";
const ACCOUNTS = "/api/v1/smtp-accounts";

async function flood(count: number, ask: (i: number) => Promise<Given>) {
  const startedAt = Date.now();
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => ask(i)));
  const refilled = Math.ceil((Date.now() - startedAt) / 1000);
  return { answers, refilled, passed: answers.filter((answer) => answer.status !== 429).length };
}

describe("rate limit", () => {
  it("lets a burst of 30 pass by address, then answers 429 in plain text (F-429, F-too-many, L-retry-after)", async () => {
    const { answers, passed, refilled } = await flood(45, () => from("127.0.1.1", STATUS));
    expect(passed).toBeGreaterThanOrEqual(BURST);
    expect(passed).toBeLessThanOrEqual(BURST + refilled);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.text).toBe("too many requests");
    expect(refused?.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "retry-after": "60",
      "x-request-id": expect.stringMatching(/\S/),
      "access-control-allow-origin": "*",
    });
  });

  it("lets the same burst pass one after the other", async () => {
    const statuses = [];
    const startedAt = Date.now();
    for (let i = 0; i < BURST; i++) statuses.push((await from("127.0.1.2", STATUS)).status);
    expect(statuses).toEqual(Array(BURST).fill(200));
    const refilled = Math.ceil((Date.now() - startedAt) / 1000);
    const { passed } = await flood(10, () => from("127.0.1.2", STATUS));
    expect(passed).toBeLessThanOrEqual(refilled + 1);
  });

  it("refills about one a second, and not while it is asked (L-rate)", async () => {
    await flood(40, () => from("127.0.1.3", STATUS));
    const startedAt = Date.now();
    let passed = 0;
    while (Date.now() - startedAt < 3000) {
      if ((await from("127.0.1.3", STATUS)).status === 200) passed++;
      await pause(50);
    }
    expect(passed).toBeGreaterThanOrEqual(2);
    expect(passed).toBeLessThanOrEqual(5);
  });

  it("counts by token, so two tokens from one address do not share", async () => {
    const [one, two] = await Promise.all([stack.token("one"), stack.token("two")]);
    const first = await flood(40, () => from("127.0.1.4", ACCOUNTS, bearer(one)));
    const second = await flood(25, () => from("127.0.1.4", ACCOUNTS, bearer(two)));
    expect(first.passed).toBeGreaterThanOrEqual(BURST);
    expect(first.passed).toBeLessThanOrEqual(BURST + first.refilled);
    expect(second.answers.map((answer) => answer.status)).toEqual(Array(25).fill(200));
    expect((await from("127.0.1.4", STATUS)).status).toBe(200);
  });

  it("counts one token together over routes and addresses", async () => {
    const token = await stack.token("three");
    const paths = [ACCOUNTS, STATUS, `${ACCOUNTS}/${randomUUID()}`];
    const { passed, refilled } = await flood(45, (i) =>
      from(`127.0.2.${(i % 5) + 1}`, paths[i % 3] ?? STATUS, bearer(token)),
    );
    expect(passed).toBeGreaterThanOrEqual(BURST);
    expect(passed).toBeLessThanOrEqual(BURST + refilled);
  });

  it("answers 429 before 401: an unknown token draws on its own bucket", async () => {
    const { answers } = await flood(40, () => from("127.0.1.5", ACCOUNTS, bearer("one-unknown-token")));
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].sort()).toEqual([401, 429]);
  });

  it.each([
    ["access tokens", "127.0.1.6", "GET", ACCOUNTS, (i: number) => `invented-${i}`],
    [
      "API keys",
      "127.0.1.7",
      "POST",
      "/api/v1/notifications",
      (i: number) => `hrld_live_${String(i).padStart(49, "0")}`,
    ],
  ])(
    "cannot be evaded by inventing %s: the address's bucket runs dry",
    async (_what, address, method, path, invented) => {
      const { answers, refilled } = await flood(50, (i) => from(address, path, bearer(invented(i)), method));
      const refused = answers.filter((answer) => answer.status === 401).length;
      expect(refused).toBeGreaterThanOrEqual(BURST);
      expect(refused).toBeLessThanOrEqual(BURST + refilled);
      expect(answers.filter((answer) => answer.status === 429).length).toBe(50 - refused);
      // A single request might find a token that has been refilled meanwhile.
      const bare = await flood(10, () => from(address, path, {}, method));
      expect(bare.answers.map(({ status }) => status)).toContain(429);
    },
  );

  it("does not punish a good credential for what others do at its address", async () => {
    const token = await stack.token("four");
    await flood(60, (i) => from("127.0.1.8", ACCOUNTS, bearer(`bad-${i}`)));
    expect((await from("127.0.1.8", ACCOUNTS, bearer(token))).status).toBe(200);
  });

  it("believes no forwarded address", async () => {
    const { passed, refilled } = await flood(50, (i) =>
      from("127.0.1.9", STATUS, {
        "x-forwarded-for": `10.9.8.${i}`,
        "x-viewer-ip": `10.9.8.${i}`,
        forwarded: `for=10.9.8.${i}`,
      }),
    );
    expect(passed).toBeLessThanOrEqual(BURST + refilled);
  });

  it("counts a request whose credential is not a bearer token by address", async () => {
    const { passed, refilled } = await flood(50, (i) => from("127.0.1.10", STATUS, { authorization: `Basic ${i}` }));
    expect(passed).toBeLessThanOrEqual(BURST + refilled);
  });

  it.each(["/health/live", "/health/ready", "/openapi.json"])("does not limit %s", async (path) => {
    const { answers } = await flood(60, () => from("127.0.1.11", path));
    expect(answers.map((answer) => answer.status)).toEqual(Array(60).fill(200));
  });

  it.each([
    ["/panel/api/api-keys", "GET", 200],
    ["/admin/api/chat-accounts", "GET", 403],
    // The server for uploads is a function of its own.
    [`/panel/api/chat-conversations/${randomUUID()}/media-upload`, "POST", 400],
  ])("has a wider bucket of its own for the panel's API: %s", async (path, method, status) => {
    const token = await stack.token(`panel-${status}`);
    await flood(45, () => from("127.0.1.13", ACCOUNTS, bearer(token)));
    const { answers, passed, refilled } = await flood(PANEL_BURST + 40, () =>
      from("127.0.1.13", path, bearer(token), method),
    );
    expect(answers.filter((answer) => answer.status === status)).toHaveLength(passed);
    expect(passed).toBeGreaterThanOrEqual(PANEL_BURST);
    expect(passed).toBeLessThanOrEqual(PANEL_BURST + PANEL_REFILL * refilled);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused).toMatchObject({ text: "too many requests", headers: { "retry-after": "60" } });
  });

  it("cannot be evaded for the panel by inventing access tokens either", async () => {
    const { answers, refilled } = await flood(PANEL_BURST + 40, (i) =>
      from("127.0.1.14", "/panel/api/api-keys", bearer(`invented-${i}`)),
    );
    const refused = answers.filter((answer) => answer.status === 401).length;
    expect(refused).toBeGreaterThanOrEqual(PANEL_BURST);
    expect(refused).toBeLessThanOrEqual(PANEL_BURST + PANEL_REFILL * refilled);
  });

  it("does not limit agents", async () => {
    const token = String((await stack.apiKey(await stack.token("six"))).key);
    const json = { jsonrpc: "2.0", id: 1, method: "ping" };
    const ask = () => stack.call("POST", "/mcp", { token, json });
    const answers = await Promise.all(Array.from({ length: PANEL_BURST + 40 }, ask));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  });

  it("does not limit preflights", async () => {
    const token = await stack.token("five");
    const preflight = await flood(45, () => from("127.0.1.12", ACCOUNTS, {}, "OPTIONS"));
    expect(preflight.answers.map((answer) => answer.status)).toEqual(Array(45).fill(204));
    expect((await from("127.0.1.12", ACCOUNTS, bearer(token))).status).toBe(200);
  });
});
