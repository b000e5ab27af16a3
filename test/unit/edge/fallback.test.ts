import { describe, expect, it } from "vitest";
import { STATUS_OF } from "../../../shared/edge/contract/refusal-status.ts";
import { errorResponse } from "../../../shared/edge/error-response.ts";
import { fallbackFunction, methodsOf } from "../../../shared/edge/fallback-function.ts";
import type { RefusalCode } from "../../../shared/kernel/refusal.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import { routes } from "../../../shared/routes.ts";
import { aContext, anEvent } from "../../support/an-event.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryRateLimiter } from "../../support/in-memory-rate-limiter.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { countingMetrics } from "../../support/silent-telemetry.ts";

const BURST = 3;
/** Creates the fallback with limiters of its own, and their buckets. */
function fallbackWith(...originSecrets: string[]) {
  const clock = fakeClock();
  const limiter = (burst: number) => inMemoryRateLimiter({ refillPerSecond: 1, burst }, clock);
  const services = {
    ...{ clock, originSecrets, identifiers: sequentialIdentifiers(), metrics: countingMetrics() },
    ...{ rateLimiter: limiter(BURST), panelRateLimiter: limiter(5) },
  };
  const handler = fallbackFunction(() => services);
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    handler(anEvent({ method: "GET", path: "/" }, { method, path, headers }), aContext);
  return { ...services, handler, ask };
}
const behindEdge = (...originSecrets: string[]) => fallbackWith(...originSecrets).handler;
const ask = (method: string, path: string) => fallbackWith().ask(method, path);

describe("the fallback", () => {
  it("answers only who comes through the edge, where there is one", async () => {
    const handler = behindEdge("secret");
    const event = anEvent({ method: "GET", path: "/nope" });
    expect(await handler(event, aContext)).toMatchObject({
      statusCode: 403,
      body: '{"error":"forbidden","code":"past_edge"}',
    });
    const proved = anEvent({ method: "GET", path: "/nope" }, { headers: { "x-origin-secret": "secret" } });
    expect((await handler(proved, aContext)).statusCode).toBe(404);
    expect((await behindEdge()(event, aContext)).statusCode).toBe(404);
  });

  it.each([
    "/",
    "/api/v1",
    "/api/v1/",
    "/api/v1/nope",
    "/api/v1/notifications/",
    "/api/v1/notifications/1/2",
    "/health",
    "//",
    "/%",
  ])("answers 404 in JSON for %s", async (path) => {
    const answer = await ask("GET", path);
    expect(answer).toMatchObject({
      statusCode: 404,
      body: '{"error":"not found","code":"not_found"}',
      headers: { "x-request-id": "request-1" },
    });
    expect(answer.headers?.["content-type"]).toBe("application/json");
  });

  it.each([
    ["DELETE", "/api/v1/notifications", "POST, GET"],
    ["PATCH", "/api/v1/smtp-accounts/1", "GET, PUT, DELETE"],
    ["POST", "/health/live", "GET"],
    ["HEAD", "/api/v1/status", "GET"],
    ["OPTIONS", "/health/live", "GET"],
  ])("answers 405 for %s %s, and says what there is", async (method, path, allow) => {
    expect(await ask(method, path)).toMatchObject({ statusCode: 405, headers: { allow } });
  });

  it("answers a preflight without a credential (D6a)", async () => {
    const answer = await ask("OPTIONS", "/api/v1/notifications");
    expect(answer).toMatchObject({
      statusCode: 204,
      headers: {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "POST, GET",
        "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, If-Match, Herald-Mode",
        "access-control-expose-headers": "Retry-After, X-Request-Id, Idempotency-Replayed, ETag",
      },
    });
    const another = await ask("OPTIONS", "/api/v1/smtp-accounts/1");
    expect(another.headers).toMatchObject({ "access-control-allow-methods": "GET, PUT, DELETE" });
    expect(answer.body).toBeUndefined();
    expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
  });

  it.each([
    ["GET", "/api/v1/nope", 404],
    ["GET", "/api/v1", 404],
    ["DELETE", "/api/v1/notifications", 405],
    ["OPTIONS", "/api/v1/nope", 404],
  ])(
    "takes a token of the limiter for %s %s, and says what is left, refused or not (D5, D49)",
    async (method, path, status) => {
      const { ask: asked, rateLimiter, metrics } = fallbackWith();
      for (const left of ["2", "1", "0"]) {
        const answer = await asked(method, path, { authorization: "Bearer one" });
        const headers = { "ratelimit-limit": "3", "ratelimit-remaining": left, "ratelimit-reset": expect.any(String) };
        expect(answer).toMatchObject({ statusCode: status, headers });
      }
      const refused = await asked(method, path, { authorization: "Bearer one" });
      expect(refused).toMatchObject({ statusCode: 429, body: "too many requests", headers: { "retry-after": "60" } });
      expect(refused.headers).toMatchObject({
        "ratelimit-remaining": "0",
        "content-type": "text/plain; charset=utf-8",
      });
      expect(metrics.of("rate_limited")).toBe(1);
      expect((await asked(method, path)).statusCode).toBe(status);
      expect(new Set(rateLimiter.taken).size).toBe(2);
    },
  );

  it("leaves preflights, and paths that have no limiter, alone; the panel's have the panel's own", async () => {
    const { ask: asked, rateLimiter, panelRateLimiter } = fallbackWith();
    for (const [method, path] of [
      ["OPTIONS", "/api/v1/notifications"],
      ["GET", "/nope"],
      ["GET", "/api/v10"],
      ["POST", "/health/live"],
    ] as const)
      for (let n = 0; n < 5; n++) {
        const { statusCode, headers } = await asked(method, path);
        expect([statusCode === 429, headers?.["ratelimit-limit"]]).toEqual([false, undefined]);
      }
    expect([rateLimiter.taken, panelRateLimiter.taken]).toEqual([[], []]);
    expect((await asked("GET", "/panel/api/nope")).headers).not.toHaveProperty("ratelimit-limit");
    expect(panelRateLimiter.taken).toHaveLength(1);
  });

  it("knows the methods of every route", () => {
    for (const route of routes) expect(methodsOf(route.path.replace(/\{\w+\}/g, "x"))).toContain(route.method);
  });
});

describe("errorResponse()", () => {
  it.each(Object.entries(STATUS_OF))("answers %s with %i", (code, status) => {
    const answer = errorResponse(new Refusal(code as RefusalCode, "words", { detail: "details", allow: ["GET"] }));
    expect(answer.statusCode).toBe(status);
    if (code === "rate_limited") expect(answer.body).toBe("too many requests");
    else expect(JSON.parse(answer.body ?? "")).toEqual({ error: "words", code, detail: "details" });
  });
});
