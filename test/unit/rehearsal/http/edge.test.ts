import { describe, expect, it } from "vitest";
import { matchRoute, type Route } from "../../../../rehearsal/http/api-routes.ts";
import { distribution } from "../../../../rehearsal/http/distribution.ts";
import { type Message, textAnswer } from "../../../../rehearsal/http/message.ts";
import { viewerFunction } from "../../../../rehearsal/http/viewer-function.ts";

const MESSAGE: Message = { method: "GET", path: "/a", query: "q=1", headers: { host: "x", accept: "text/html" } };
const VIEWER = { ip: "192.0.2.1", requestId: "r1", domainName: "d.cloudfront.net", distributionId: "E1" };
const RUNTIME = "cloudfront-js-2.0";

describe("viewerFunction()", () => {
  it("hands on the request that the function returns", () => {
    const code =
      'function handler(e) { e.request.uri = "/b"; e.request.headers["x-ip"] = { value: e.viewer.ip }; return e.request; }';
    expect(viewerFunction("f", RUNTIME, code).onRequest(MESSAGE, VIEWER)).toEqual({
      kind: "request",
      message: { ...MESSAGE, path: "/b", headers: { ...MESSAGE.headers, "x-ip": "192.0.2.1" } },
    });
  });

  it("answers in the origin's place", () => {
    const code = 'function handler() { return { statusCode: 302, headers: { location: { value: "/c" } } }; }';
    expect(viewerFunction("f", RUNTIME, code).onRequest(MESSAGE, VIEWER)).toEqual({
      kind: "answer",
      status: 302,
      headers: { location: "/c" },
      body: "",
    });
  });

  it.each([
    ["a module", "const fs = require('fs'); function handler(e) { return e.request; }"],
    ["the process", "function handler(e) { process.exit(1); }"],
    ["the network", "function handler(e) { fetch('https://x'); return e.request; }"],
    ["a timer", "function handler(e) { setTimeout(() => {}, 1); return e.request; }"],
    ["text made into code", "function handler(e) { eval('1'); return e.request; }"],
    [
      "a header that it may not change",
      "function handler(e) { e.request.headers.host = { value: 'y' }; return e.request; }",
    ],
    ["a loop without end", "function handler(e) { for (;;) {} }"],
  ])("has no %s", (_, code) => {
    expect(() => viewerFunction("f", RUNTIME, code).onRequest(MESSAGE, VIEWER)).toThrow();
  });

  it("refuses what the content delivery network would", () => {
    expect(() => viewerFunction("f", "cloudfront-js-1.0", "")).toThrow("runtime");
    expect(() => viewerFunction("f", RUNTIME, `//${"x".repeat(10_240)}`)).toThrow("larger than 10240 bytes");
  });
});

describe("distribution()", () => {
  const answered = async (control: object) => {
    const origin = { Id: "files", DomainName: "files.s3.eu-central-1.amazonaws.com", S3OriginConfig: {}, ...control };
    const config = { DefaultCacheBehavior: { TargetOriginId: "files" }, Origins: [origin] };
    const place = { stack: "s", account: "123456789012", region: "eu-central-1", ref: "E1", attributes: {} };
    const type = "AWS::CloudFront::Distribution";
    const resources = [{ ...place, logicalId: "Edge", type, properties: { DistributionConfig: config } }];
    const file = textAnswer(200, "text/plain", "content");
    const { answer } = distribution({
      deployment: { resources, outputs: {}, secrets: new Map() },
      askOrigin: () => Promise.reject(new Error("no such origin")),
      readObject: () => Promise.resolve(file),
      keys: [],
    });
    return (await answer({ ...MESSAGE, method: "GET" }, Buffer.alloc(0), "192.0.2.1")).status;
  };

  it("reads a bucket with an access control, and never without one", async () => {
    expect(await answered({ OriginAccessControlId: "O1" })).toBe(200);
    expect(await answered({})).toBe(403);
  });
});

describe("matchRoute()", () => {
  const route = (key: string): Route => {
    const [method = "", path = ""] = key === "$default" ? ["ANY", ""] : key.split(" ");
    return { key, method, parts: path.split("/"), target: key };
  };
  const routes = ["$default", "GET /a/{id}", "GET /a/new", "ANY /a/{id}", "GET /files/{path+}"].map(route);

  it.each([
    ["GET", "/a/new", "GET /a/new", {}],
    ["GET", "/a/7", "GET /a/{id}", { id: "7" }],
    ["GET", "/a/%2F", "GET /a/{id}", { id: "/" }],
    ["PUT", "/a/7", "ANY /a/{id}", { id: "7" }],
    ["GET", "/files/x/y", "GET /files/{path+}", { path: "x/y" }],
    ["GET", "/a/", "$default", {}],
    ["GET", "/a/7/b", "$default", {}],
    ["POST", "/files/x", "$default", {}],
  ])("leads %s %s to %s", (method, path, key, pathParameters) => {
    expect(matchRoute(routes, { method, path })).toEqual({ route: route(key), pathParameters });
  });

  it("leads nowhere without a default", () => {
    expect(matchRoute([route("GET /a")], { method: "GET", path: "/b" })).toBeUndefined();
  });
});
