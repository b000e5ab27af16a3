import { once } from "node:events";
import { connect } from "node:net";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { afterEach, describe, expect, it } from "vitest";
import type { FunctionDefinition } from "../../../lib/functions.ts";
import { functions } from "../../../lib/functions.ts";
import { isLostPage } from "../../../lib/panel-site.ts";
import type { HostedFunction, Invoke } from "../../../local/aws/function-host/functions.ts";
import { type HttpGateway, startHttpGateway } from "../../../local/aws/function-host/http-gateway.ts";
import { routeTable } from "../../../local/aws/function-host/route-table.ts";
import type { Site } from "../../../local/panel/panel-site.ts";
import { fallbackFunction } from "../../../shared/edge/fallback-function.ts";
import { someEdgeServices } from "../../support/some-edge-services.ts";

const services = await someEdgeServices();
const fallback = fallbackFunction(() => services);

let gateway: HttpGateway;
afterEach(() => gateway.close(1000));

/** Starts a gateway in which one function replaces all functions except the fallback. */
async function start(invoke: Invoke, changes: Partial<FunctionDefinition> = {}): Promise<string> {
  const hosted = functions.map((definition: FunctionDefinition): HostedFunction => {
    const isFallback = definition.trigger.kind === "fallback";
    return { ...definition, ...changes, invoke: isFallback ? (fallback as Invoke) : invoke };
  });
  gateway = await startHttpGateway(0, routeTable(hosted));
  return gateway.url;
}

const echo = async (event: unknown) => ({
  statusCode: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(event),
});

/** Sends a request line unchanged, whereas `fetch` would normalise its target. */
async function raw(url: string, requestLine: string): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) });
  socket.write(`${requestLine}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => {
    answer += text;
  });
  await once(socket, "close");
  return answer;
}

describe("an unknown address", () => {
  const page = {
    status: 404,
    headers: { "content-type": "text/html; charset=utf-8" },
    bytes: Buffer.from("<p>panel</p>"),
  };
  const askedFor = async (path: string, headers: string) => {
    const hosted = functions.map((definition): HostedFunction => ({ ...definition, invoke: fallback as Invoke }));
    const site: Site = (_method, asked, isNavigation) => (isNavigation && isLostPage(asked) ? page : undefined);
    gateway = await startHttpGateway(0, routeTable(hosted), { site });
    return raw(gateway.url, `GET ${path} HTTP/1.1${headers}`);
  };

  it.each([
    "\r\nSec-Fetch-Mode: navigate\r\nAccept: text/html,*/*;q=0.8",
    "\r\nAccept: text/html,application/xhtml+xml",
  ])("shows a browser that goes there the panel's page, with status 404", async (headers) => {
    const answer = await askedFor("/nope", headers);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain("<p>panel</p>");
  });

  it.each([
    ["/nope", ""],
    ["/nope", "\r\nAccept: */*"],
    ["/nope", "\r\nSec-Fetch-Mode: cors\r\nAccept: text/html"],
    ["/api/v1/nope", "\r\nSec-Fetch-Mode: navigate\r\nAccept: text/html"],
    ["/admin/api/nope", "\r\nSec-Fetch-Mode: navigate\r\nAccept: text/html"],
    ["/mcp/nope", "\r\nSec-Fetch-Mode: navigate\r\nAccept: text/html"],
  ])("%s with %j stays JSON (D2)", async (path, headers) => {
    const answer = await askedFor(path, headers);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('{"error":"not found","code":"not_found"}');
  });
});

describe("the local gateway", () => {
  it("refuses an answer that Lambda would not pass on, by the bytes of its JSON", async () => {
    // Every quotation mark takes two bytes in the payload.
    const answerOf = (quotes: number) => ({ statusCode: 200, headers: {}, body: '"'.repeat(quotes) });
    const around = JSON.stringify(answerOf(0)).length;
    const most = Math.floor((6_291_556 - around) / 2);
    const url = await start(async (event) =>
      answerOf((event as APIGatewayProxyEventV2).rawQueryString === "more" ? most + 1 : most),
    );
    const fits = await fetch(`${url}/api/v1/notifications/a`);
    expect([fits.status, (await fits.text()).length]).toEqual([200, most]);
    const tooLarge = await fetch(`${url}/api/v1/notifications/a?more`);
    expect([tooLarge.status, await tooLarge.json()]).toEqual([
      500,
      { error: "internal error", code: "internal_error" },
    ]);
    expect(tooLarge.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("waits for a function no longer than its timeout, and has its place again", async () => {
    const never = new Promise<never>(() => {});
    const url = await start(
      (event) => ((event as APIGatewayProxyEventV2).rawQueryString === "hang" ? never : echo(event)),
      { timeoutSeconds: 0.2 },
    );
    const ask = (query: string) => fetch(`${url}/api/v1/notifications/a?${query}`);
    const hanging = await Promise.all(Array.from({ length: 64 }, () => ask("hang")));
    expect(new Set(hanging.map(({ status }) => status))).toEqual(new Set([500]));
    expect(await hanging[0]?.json()).toEqual({ error: "internal error", code: "internal_error" });
    expect((await ask("works")).status).toBe(200);
  });

  it("begins 64 requests to a function at once, and the others after them, without those who went away", async () => {
    const begun: string[] = [];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const url = await start(async (event) => {
      begun.push((event as APIGatewayProxyEventV2).rawQueryString);
      await gate;
      return { statusCode: 200, body: "" };
    });
    const ask = (n: number, signal?: AbortSignal) =>
      fetch(`${url}/api/v1/notifications/a?${n}`, signal && { signal }).then((response) => response.status);
    const first = Array.from({ length: 64 }, (_, n) => ask(n));
    await expect.poll(() => begun.length).toBe(64);
    const impatient = new AbortController();
    const gone = ask(64, impatient.signal).catch(() => "gone");
    // Another function is not delayed, and its answer shows that the earlier requests have arrived.
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    const late = [65, 66, 67].map((n) => ask(n));
    impatient.abort();
    expect(await gone).toBe("gone");
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
    expect(begun).toHaveLength(64);
    open();
    expect(new Set(await Promise.all([...first, ...late]))).toEqual(new Set([200]));
    expect(begun.slice(64).toSorted()).toEqual(["65", "66", "67"]);
  });

  it("hands a request over in payload format 2.0", async () => {
    const url = await start(echo);
    const response = await fetch(`${url}/api/v1/smtp-accounts/abc%20d/test?a=1&b=2&a=3`, {
      headers: { "X-Mixed-Case": "v" },
    });
    const event = (await response.json()) as APIGatewayProxyEventV2;
    expect(event).toMatchObject({
      version: "2.0",
      routeKey: "ANY /api/v1/smtp-accounts/{id}/test",
      pathParameters: { id: "abc d" },
      queryStringParameters: { a: "1,3", b: "2" },
      requestContext: { http: { method: "GET", sourceIp: "127.0.0.1" } },
    });
    expect(event.headers["x-mixed-case"]).toBe("v");
  });

  it.each([
    ["/api/v1/webhooks/7/test", "webhook-test"],
    ["/api/v1/webhooks/7/other", "webhooks"],
    ["/api/v1/webhooks", "webhooks"],
    ["/api/v1/webhook", "fallback"],
  ])("leads %s to %s, as the gateway's routes do", (path, name) => {
    const hosted = functions.map((definition): HostedFunction => ({ ...definition, invoke: echo }));
    expect(routeTable(hosted)("PATCH", path).target.name).toBe(name);
  });

  it("hands over every byte of a body, text as text and the rest as base64", async () => {
    const url = await start(echo);
    const post = async (body: string | Uint8Array<ArrayBuffer>, type: string) => {
      const response = await fetch(`${url}/api/v1/notifications`, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      const event = (await response.json()) as APIGatewayProxyEventV2;
      return Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
    };
    expect((await post('{"a":"ü"}', "application/json")).toString()).toBe('{"a":"ü"}');
    const bytes = new Uint8Array([0, 255, 128, 10]);
    for (const type of ["application/json", "application/octet-stream"])
      expect([...(await post(bytes, type))]).toEqual([...bytes]);
  });

  it("cuts a large body one byte past what the service takes, and lets the service say no", async () => {
    const url = await start(async (event) => {
      const { body = "" } = event as APIGatewayProxyEventV2;
      return { statusCode: 400, headers: {}, body: String(body.length) };
    });
    const response = await fetch(`${url}/api/v1/notifications`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "x".repeat(3_000_000),
    });
    expect([response.status, await response.text()]).toEqual([400, "1048577"]);
  });

  it.each([
    "GET // HTTP/1.1",
    "GET //evil/x HTTP/1.1",
    "GET /% HTTP/1.1",
    "GET http:// HTTP/1.1",
    "GET /nope HTTP/1.1",
  ])("answers %s with 404 in JSON", async (requestLine) => {
    const answer = await raw(await start(echo), requestLine);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('{"error":"not found","code":"not_found"}');
  });

  it("answers 405 with Allow for another method, and nothing in the body of HEAD", async () => {
    const url = await start(fallback as Invoke);
    const response = await fetch(`${url}/api/v1/notifications`, { method: "DELETE" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, GET"]);
    const head = await fetch(`${url}/api/v1/status`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([405, ""]);
  });

  it("tells the caller nothing of a function that crashes (D2)", async () => {
    const url = await start(() => Promise.reject(new Error("table Notifications: secret words")));
    const response = await fetch(`${url}/api/v1/status`);
    expect([response.status, await response.text()]).toEqual([
      500,
      '{"error":"internal error","code":"internal_error"}',
    ]);
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("sends no body with 204", async () => {
    const url = await start(async () => ({ statusCode: 204 }));
    const response = await fetch(`${url}/api/v1/notifications`, { method: "POST" });
    expect([response.status, response.headers.get("content-length")]).toEqual([204, null]);
  });

  it("finishes what is running when it closes", async () => {
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let isRunning = false;
    const url = await start(async () => {
      isRunning = true;
      await held;
      return { statusCode: 200, body: "done" };
    });
    const answer = fetch(`${url}/api/v1/status`).then((response) => response.text());
    await expect.poll(() => isRunning).toBe(true);
    const closed = gateway.close(1000);
    finish();
    expect(await answer).toBe("done");
    await closed;
    await expect(fetch(`${url}/api/v1/status`)).rejects.toThrow();
    gateway = { url, close: async () => {} };
  });
});
