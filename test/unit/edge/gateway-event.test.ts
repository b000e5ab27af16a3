import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gatewayEvent, invocationContext, requestUrl } from "../../../shared/edge/gateway-event.ts";

interface Received {
  readonly url?: string;
  readonly method?: string;
  readonly headers?: Record<string, string[]>;
  readonly remoteAddress?: string;
}

/** Creates a request as Node's server passes it on, without a connection. */
function received({ url = "/", method = "GET", headers = {}, remoteAddress }: Received = {}): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: remoteAddress });
  const first = Object.fromEntries(Object.entries(headers).map(([name, [value]]) => [name, value]));
  const read = { url, method, httpVersion: "1.1", headers: first, headersDistinct: headers };
  return Object.assign(new IncomingMessage(socket), read);
}

const ROUTE = { routeKey: "GET /things/{id}", pathParameters: {} };

describe("requestUrl()", () => {
  it.each([
    ["/", "/"],
    ["/things/7?full=1", "/things/7"],
    ["//things/7", "//things/7"],
    ["//", "//"],
    ["http://elsewhere.example/things/7", "/things/7"],
    ["*", "/*"],
    ["things", "/*"],
    ["", "/*"],
  ])("finds in %j the path %j", (url, path) => expect(requestUrl(received({ url })).pathname).toBe(path));

  it("reads a request without an address as one to the root", () => {
    const request = Object.assign(received(), { url: undefined });
    expect(requestUrl(request).href).toBe("http://localhost/");
  });

  it("reads any address without an error, and lets no path lead to another host", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(requestUrl(received({ url: text })).pathname).toBeTypeOf("string");
        expect(requestUrl(received({ url: `/${text}` })).host).toBe("localhost");
      }),
    );
  });
});

describe("gatewayEvent()", () => {
  it("tells a function what an API Gateway HTTP API tells it (payload format 2.0)", () => {
    const request = received({
      url: "/things/7?full=1&name=a%20b",
      method: "POST",
      headers: { host: ["herald.example"], "user-agent": ["curl/8"] },
      remoteAddress: "192.0.2.1",
    });
    const event = gatewayEvent(request, { routeKey: "POST /things/{id}", pathParameters: { id: "7" } });
    expect(event).toEqual({
      version: "2.0",
      routeKey: "POST /things/{id}",
      rawPath: "/things/7",
      rawQueryString: "full=1&name=a%20b",
      queryStringParameters: { full: "1", name: "a b" },
      pathParameters: { id: "7" },
      headers: { host: "herald.example", "user-agent": "curl/8" },
      requestContext: {
        accountId: expect.any(String),
        apiId: expect.any(String),
        domainName: "herald.example",
        domainPrefix: expect.any(String),
        http: {
          method: "POST",
          path: "/things/7",
          protocol: "HTTP/1.1",
          sourceIp: "192.0.2.1",
          userAgent: "curl/8",
        },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        routeKey: "POST /things/{id}",
        stage: "$default",
        time: new Date(event.requestContext.timeEpoch).toUTCString(),
        timeEpoch: expect.any(Number),
      },
      isBase64Encoded: false,
    });
  });

  it("leaves out what a request does not have", () => {
    const event = gatewayEvent(received(), ROUTE);
    expect(event).not.toHaveProperty("queryStringParameters");
    expect(event).not.toHaveProperty("pathParameters");
    expect(event).toMatchObject({ rawQueryString: "", headers: {} });
    expect(event.requestContext).toMatchObject({ domainName: "localhost", http: { sourceIp: "", userAgent: "" } });
  });

  it("gives every request an id of its own", () => {
    const ids = [received(), received()].map((one) => gatewayEvent(one, ROUTE).requestContext.requestId);
    expect(new Set(ids).size).toBe(2);
  });

  it("joins repeated headers and parameters by commas, in their order", () => {
    const headers = { "x-tag": ["b", "a"], "x-other": ["c"] };
    const event = gatewayEvent(received({ url: "/?tag=b&other=c&tag=a", headers }), ROUTE);
    expect(event.headers).toEqual({ "x-tag": "b,a", "x-other": "c" });
    expect(event.queryStringParameters).toEqual({ tag: "b,a", other: "c" });
  });

  it("hands over every parameter as it was before it was written into the address", () => {
    const names = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("__proto__", "constructor", "toString"));
    fc.assert(
      fc.property(fc.dictionary(names, fc.string(), { minKeys: 1, noNullPrototype: true }), (query) => {
        const url = `/things?${new URLSearchParams(query)}`;
        expect(gatewayEvent(received({ url }), ROUTE).queryStringParameters).toEqual(query);
      }),
    );
  });
});

describe("invocationContext()", () => {
  it("tells a function who it is, and the time that is left, never less than none", () => {
    const context = invocationContext({ functionName: "things", requestId: "r-1", timeoutMs: 30_000 });
    expect(context).toMatchObject({ functionName: "things", awsRequestId: "r-1" });
    expect(context.getRemainingTimeInMillis()).toBeGreaterThan(0);
    expect(context.getRemainingTimeInMillis()).toBeLessThanOrEqual(30_000);
    const late = invocationContext({ functionName: "things", requestId: "r-1", timeoutMs: -1 });
    expect(late.getRemainingTimeInMillis()).toBe(0);
  });
});
