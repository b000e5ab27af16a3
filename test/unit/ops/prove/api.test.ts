import { describe, expect, it } from "vitest";
import * as z from "zod";
import { apiAt, asked, until } from "../../../../ops/prove/api.ts";

const never = new AbortController().signal;
const waiting = { everyMs: 1, withinMs: 20, signal: never, failure: "it did not come" };
const call = { method: "POST", path: "/x" } as const;

describe("apiAt()", () => {
  it("sends the bearer, the key and the body, and returns what was answered", async () => {
    const sent: Request[] = [];
    const ask: typeof fetch = async (url, init) => {
      sent.push(new Request(url, init));
      return new Response("text", { status: 418 });
    };
    const api = apiAt("https://a.example", ask);
    const answer = await api({ ...call, bearer: "b", idempotencyKey: "k", json: { a: 1 } }, never);
    expect(answer).toEqual({ status: 418, text: "text" });
    const [request] = sent;
    const headers = ["authorization", "idempotency-key", "content-type"].map((name) => request?.headers.get(name));
    expect([request?.url, ...headers]).toEqual(["https://a.example/x", "Bearer b", "k", "application/json"]);
    expect(await request?.text()).toBe('{"a":1}');
  });
});

describe("asked()", () => {
  const answering = (status: number, text: string) => async () => ({ status, text });
  it("parses a success, and throws what else was answered", async () => {
    const schema = z.object({ id: z.string() });
    expect(await asked(answering(201, '{"id":"1"}'), schema, call, never)).toEqual({ id: "1" });
    await expect(asked(answering(409, "no"), schema, call, never)).rejects.toThrow("POST /x answered 409: no");
    await expect(asked(answering(200, "{}"), schema, call, never)).rejects.toThrow("with something else: {}");
  });
});

describe("asked() when a success is something else", () => {
  it.each([
    ['{"secret":"whsec_a"}', "with something else: {secret}"],
    ['"whsec_a"', "with something else: 9 characters"],
    ["whsec_a", "with something else: 7 characters"],
    ['["whsec_a"]', "with something else: 11 characters"],
  ])("puts no secret of %j into the report", async (text, message) => {
    const error = await asked(async () => ({ status: 200, text }), z.object({ id: z.string() }), call, never).catch(
      (thrown: unknown) => thrown,
    );
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain("whsec_a");
  });
});

describe("until()", () => {
  it("looks until there is something, and not longer than its time", async () => {
    let looks = 0;
    const patient = { ...waiting, withinMs: 60_000 };
    expect(await until(async () => (++looks > 2 ? looks : undefined), patient)).toBe(3);
    await expect(until(async () => undefined, waiting)).rejects.toThrow("it did not come within 0.02 s");
  });
});
