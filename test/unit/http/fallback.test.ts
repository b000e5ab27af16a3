import { describe, expect, it } from "vitest";
import { STATUS_OF } from "../../../shared/edge/contract/refusal-status.ts";
import { errorResponse } from "../../../shared/edge/error-response.ts";
import { fallbackFunction, methodsOf } from "../../../shared/edge/fallback-function.ts";
import type { RefusalCode } from "../../../shared/kernel/refusal.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import { routes } from "../../../shared/routes.ts";
import { aContext, anEvent } from "../../support/an-event.ts";

const behindEdge = (...originSecrets: string[]) => fallbackFunction(() => ({ originSecrets }));
const ask = (method: string, path: string) =>
  behindEdge()(anEvent({ method: "GET", path: "/" }, { method, path }), aContext);

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
        "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key",
        "access-control-expose-headers": "Retry-After, X-Request-Id, Idempotency-Replayed",
      },
    });
    const another = await ask("OPTIONS", "/api/v1/smtp-accounts/1");
    expect(another.headers).toMatchObject({ "access-control-allow-methods": "GET, PUT, DELETE" });
    expect(answer.body).toBeUndefined();
    expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
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
