import { describe, expect, it } from "vitest";
import { type Check, failed, ok, skipped } from "../../../../ops/doctor/check.ts";
import { smoke } from "../../../../ops/smoke/smoke.ts";
import { SmokeError } from "../../../../ops/smoke/steps.ts";

const ID = "0198a0f0-0000-7000-8000-000000000001";
const NOBODYS = "00000000-0000-4000-8000-000000000000";
const CONVERSATION = "0198a0f0-0000-7000-8000-00000000000c";
type Answers = Record<string, (call: number) => [number, unknown]>;

const WELL: Answers = {
  "GET /health/live": () => [200, { status: "live" }],
  "GET /health/ready": () => [200, { status: "ready" }],
  "GET /api/v1/status": () => [200, { name: "Herald", status: "running" }],
  "GET /api/v1/notifications/00000000-0000-4000-8000-000000000000": () => [401, { error: "unauthorized" }],
  "POST /mcp": () => [200, { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "list_conversations" }] } }],
  [`POST /api/v1/chat-conversations/${NOBODYS}/media-upload`]: () => [404, { error: "not found" }],
  "POST /api/v1/notifications": () => [202, { id: ID, status: "pending" }],
  [`GET /api/v1/notifications/${ID}`]: (call) => [
    200,
    { status: ["pending", "processing", "sent"][call] ?? "sent", attempts: 1 },
  ],
};

/** Plays a service that answers as given, on a clock that every request advances by a second. */
async function smoked(
  changes: Answers = {},
  { conversation, checks = [] }: { conversation?: string; checks?: readonly Check[] } = {},
) {
  const answers = { ...WELL, ...changes };
  const calls = new Map<string, number>();
  const said: string[] = [];
  const bodies: string[] = [];
  let seconds = 0;
  const ask = async (url: string, { method = "GET", body }: RequestInit) => {
    const name = `${method} ${new URL(url).pathname}`;
    const call = calls.get(name) ?? 0;
    calls.set(name, call + 1);
    if (typeof body === "string") bodies.push(body);
    const [status, answer] = answers[name]?.(call) ?? [404, { error: "not found" }];
    return { status, text: async () => (typeof answer === "string" ? answer : JSON.stringify(answer)) };
  };
  const now = () => {
    seconds += 1;
    return seconds * 1000;
  };
  const target = {
    url: "https://herald.example.com/",
    key: "k",
    to: "you@example.test",
    conversation,
    checks,
    withinMs: 20_000,
  };
  const failure = await smoke(target, { ask, say: (line) => said.push(line), now, mark: "m1", pollMs: 0 }).catch(
    (error: unknown) => error,
  );
  return { failure, said, bodies };
}

describe("smoke()", () => {
  it("follows the first email from its acceptance until it is sent", async () => {
    const { failure, said, bodies } = await smoked();
    expect(failure).toBeUndefined();
    expect(said[6]).toContain("pending -> processing -> sent");
    expect(said.slice(7).map((line) => line.replace(/ \(\d+ ms\)$/, ""))).toEqual([
      "ok  speaks to agents         1 tools",
      "ok  has an upload server     not found",
    ]);
    expect(bodies[0]).toContain("you@example.test");
    expect(bodies[0]).toBe(bodies[1]);
  });

  it("runs the other checks of a deployment as steps, and fails with the first that fails", async () => {
    const well: Check = { name: "chat subscription", look: async () => ok("confirmed") };
    expect((await smoked({}, { checks: [well] })).said.at(-1)).toMatch(/^ok {2}chat subscription +confirmed/);
    const unknown: Check = { name: "chat subscription", look: async () => skipped("may not be read", "ask for it") };
    expect((await smoked({}, { checks: [unknown] })).said.at(-1)).toContain("skipped: may not be read");
    const pending: Check = { name: "chat subscription", look: async () => failed("it waits", "subscribe again") };
    const { failure } = await smoked({}, { checks: [pending] });
    expect(failure).toBeInstanceOf(SmokeError);
    expect(failure).toMatchObject({ step: "chat subscription", message: "it waits -> subscribe again" });
  });

  it.each<[string, string, Answers]>([
    ["is alive", "answered 403", { "GET /health/live": () => [403, { error: "forbidden" }] }],
    ["is ready", "answered 503", { "GET /health/ready": () => [503, { status: "not-ready" }] }],
    ["says its status", "something else", { "GET /api/v1/status": () => [200, "<html>"] }],
    [
      "accepts an email",
      "answered 401 instead of 202",
      { "POST /api/v1/notifications": () => [401, { error: "unauthorized" }] },
    ],
    [
      "accepts it only once",
      "made a second notification",
      { "POST /api/v1/notifications": (call) => [202, { id: `${call}`, status: "pending" }] },
    ],
    [
      "delivers",
      "failed, last error: 550 no such user",
      {
        [`GET /api/v1/notifications/${ID}`]: () => [
          200,
          { status: "failed", attempts: 1, last_error: "550 no such user" },
        ],
      },
    ],
    [
      "delivers",
      "not sent within 20 s: pending",
      { [`GET /api/v1/notifications/${ID}`]: () => [200, { status: "pending", attempts: 0 }] },
    ],
    ["speaks to agents", "answered 401", { "POST /mcp": () => [401, { jsonrpc: "2.0", error: { code: 401 } }] }],
    [
      "has an upload server",
      "answered 502",
      { [`POST /api/v1/chat-conversations/${NOBODYS}/media-upload`]: () => [502, { message: "Bad Gateway" }] },
    ],
  ])("names the step that failed: %s, %s", async (step, message, changes) => {
    const { failure } = await smoked(changes);
    expect(failure).toBeInstanceOf(SmokeError);
    expect(failure).toMatchObject({ step, message: expect.stringContaining(message) });
  });

  it("waits and asks again when the limiter refuses", async () => {
    const walk: Answers = {
      [`GET /api/v1/notifications/${ID}`]: (call) =>
        call === 0 ? [429, "too many requests"] : [200, { status: "sent", attempts: 1 }],
    };
    expect((await smoked(walk)).failure).toBeUndefined();
  });

  describe("with a conversation", () => {
    const base = `/api/v1/chat-conversations/${CONVERSATION}`;
    const FILES: Answers = {
      [`POST ${base}/media-upload`]: () => [201, { media_id: "m", content_type: "text/plain" }],
      [`GET ${base}/messages`]: () => [
        200,
        {
          messages: [
            { id: "out", direction: "outbound", message_type: "document" },
            { id: "text", direction: "inbound", message_type: "text" },
            { id: "in", direction: "inbound", message_type: "image" },
          ],
        },
      ],
      [`GET ${base}/messages/in/media`]: (call) =>
        call === 0
          ? [503, { error: "media is being retrieved" }]
          : [200, { url: "https://cdn.example.com/media/k?Signature=x", content_type: "image/jpeg" }],
      "GET /media/k": () => [200, "picture"],
    };

    it("sends a file, and follows the link to the customer's own", async () => {
      const { failure, said } = await smoked(FILES, { conversation: CONVERSATION });
      expect(failure).toBeUndefined();
      expect(said.at(-2)).toContain("takes a file             text/plain");
      expect(said.at(-1)).toContain("hands out a file         image/jpeg");
    });

    it.each<[string, string, Answers]>([
      ["takes a file", "answered 404", { [`POST ${base}/media-upload`]: () => [404, { error: "media unavailable" }] }],
      [
        "hands out a file",
        "the customer has sent no file",
        { [`GET ${base}/messages`]: () => [200, { messages: [] }] },
      ],
      ["hands out a file", "the link answered 403", { "GET /media/k": () => [403, "AccessDenied"] }],
      [
        "hands out a file",
        "answered 503",
        { [`GET ${base}/messages/in/media`]: () => [503, { error: "media is being retrieved" }] },
      ],
    ])("names the step that failed: %s, %s", async (step, message, changes) => {
      const { failure } = await smoked({ ...FILES, ...changes }, { conversation: CONVERSATION });
      expect(failure).toMatchObject({ step, message: expect.stringContaining(message) });
    });
  });
});
