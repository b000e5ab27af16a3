import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type EdgeSource, edgeSource } from "../../../../lib/cloud/edge-source.ts";
import { GUIDES_HEADERS, GUIDES_ROOT, guidesFile } from "../../../../lib/guides-site.ts";
import { ASSET_HEADERS, isPanelPage, PANEL_SECTIONS, PREVIEW_HEADERS } from "../../../../lib/panel-site.ts";
import { CORS_HEADERS } from "../../../../shared/edge/cors.ts";
import { withCommonHeaders } from "../../../../shared/edge/middleware/common-headers.ts";
import { anEvent } from "../../../support/an-event.ts";

/** CloudFront refuses a longer function. */
const MAX_SOURCE_BYTES = 10_240;
const LIMIT = 1_048_576;
const VIEWER = "203.0.113.9";

const headers = z.record(z.string(), z.object({ value: z.string() }));
const request = z.object({ uri: z.string(), headers });
const response = z.object({ statusCode: z.int(), headers, body: z.string().optional() });

/** Runs the source as CloudFront does, without anything of Node's, because the runtime lacks it too. */
function run(name: EdgeSource, event: object): unknown {
  const outcome = runInNewContext(`${edgeSource(name)}; JSON.stringify(handler(${JSON.stringify(event)}))`, {});
  return JSON.parse(String(outcome));
}

const requested = (uri: string, given: Record<string, string> = {}) => ({
  context: { requestId: "edge-1" },
  viewer: { ip: VIEWER },
  request: { uri, headers: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }])) },
});

describe("edge functions", () => {
  it.each<EdgeSource>(["api-request", "upload-request", "panel-request", "panel-response"])(
    "%s is small enough, and imports nothing",
    (name) => {
      expect(Buffer.byteLength(edgeSource(name))).toBeLessThan(MAX_SOURCE_BYTES);
      expect(edgeSource(name)).not.toMatch(/\bimport\b|\brequire\b|=>\s*\{|\?\.|\?\?/);
    },
  );

  it.each<EdgeSource>(["api-request", "upload-request", "panel-request"])(
    "%s overwrites the caller's address, whatever the caller wrote there (D5)",
    (name) => {
      const passed = request.parse(run(name, requested("/api/v1/status", { "x-viewer-ip": "1.2.3.4", a: "b" })));
      expect(passed.headers).toEqual({ "x-viewer-ip": { value: VIEWER }, a: { value: "b" } });
      expect(passed.uri).toBe("/api/v1/status");
    },
  );

  it.each([undefined, "0", String(LIMIT), "", "nonsense"])("api-request lets a body of %s bytes pass", (length) => {
    const given = length === undefined ? {} : { "content-length": length };
    expect(request.parse(run("api-request", requested("/api/v1/notifications", given))).uri).toBe(
      "/api/v1/notifications",
    );
  });

  it.each([
    ["/api/v1/notifications", CORS_HEADERS],
    ["/panel/api/api-keys", {}],
  ])("api-request refuses a body over 1 MiB to %s with the headers of every answer (D2, D3)", (uri, cors) => {
    const answer = response.parse(run("api-request", requested(uri, { "content-length": String(LIMIT + 1) })));
    expect(answer).toMatchObject({
      statusCode: 400,
      body: '{"error":"invalid request body","code":"invalid_request"}',
    });
    const event = anEvent({ method: "POST", path: "/" }, { path: uri });
    const ours = withCommonHeaders({ statusCode: 400, headers: { "content-type": "application/json" } }, event).headers;
    const theirs = Object.fromEntries(Object.entries(answer.headers).map(([name, { value }]) => [name, value]));
    expect(theirs).toEqual({ ...ours, ...cors, "x-request-id": "edge-1" });
  });

  it("api-request refuses agents in JSON-RPC's words (D36a)", () => {
    const answer = response.parse(run("api-request", requested("/mcp", { "content-length": "9999999" })));
    expect(answer.statusCode).toBe(400);
    expect(JSON.parse(answer.body ?? "")).toEqual({
      jsonrpc: "2.0",
      error: { code: -32_700, message: "invalid request body" },
      id: null,
    });
  });

  it("upload-request lets 20 MB pass", () => {
    const given = { "content-length": "20000000" };
    expect(request.parse(run("upload-request", requested("/x/media-upload", given))).uri).toBe("/x/media-upload");
  });

  const part = fc.constantFrom(
    ...PANEL_SECTIONS,
    "api",
    "assets",
    "index.html",
    "",
    "x",
    "config.json",
    "api-keysx",
    "%2e",
  );

  it.each([
    ["/docs/guides/quickstart", "/docs/guides/quickstart.html"],
    ["/docs/guides/decisions/index", "/docs/guides/decisions/index.html"],
    ["/docs/guides/decisions/", "/docs/guides/decisions/index.html"],
    ["/docs/guides/", "/docs/guides/index.html"],
    ["/docs/guides/assets/app.1a.js", "/docs/guides/assets/app.1a.js"],
    ["/docs/guidesx", "/docs/guidesx"],
    ["/docs", "/docs"],
  ])("panel-request finds the guide at %s", (uri, file) => {
    expect(request.parse(run("panel-request", requested(uri))).uri).toBe(file);
    if (uri.startsWith(`${GUIDES_ROOT}/`)) expect(file).toBe(GUIDES_ROOT + guidesFile(uri.slice(GUIDES_ROOT.length)));
  });

  it("panel-request sends who asks for the guides to their first page", () => {
    expect(response.parse(run("panel-request", requested("/docs/guides")))).toMatchObject({
      statusCode: 302,
      headers: { location: { value: "/docs/guides/" } },
    });
  });

  it("panel-request takes exactly those paths for pages that the local stack does", () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const uri = `/${parts.join("/")}`;
        const rewritten = request.parse(run("panel-request", requested(uri))).uri;
        expect(rewritten).toBe(isPanelPage(uri) ? "/index.html" : uri);
      }),
    );
  });

  const answered = (uri: string, statusCode = 200) => {
    const event = { ...requested(uri), response: { statusCode, headers: { a: { value: "b" } } } };
    const { headers: given } = response.parse(run("panel-response", event));
    return Object.fromEntries(Object.entries(given).map(([name, { value }]) => [name, value]));
  };

  it.each([
    ["/", "no-cache"],
    ["/index.html", "no-cache"],
    ["/config.json", "no-cache"],
  ])("panel-response gives %s an id and how long it may be kept, and leaves the rest alone", (uri, kept) => {
    expect(answered(uri)).toEqual({ a: "b", "x-request-id": "edge-1", "cache-control": kept });
  });

  it("panel-response leaves it to an asset how long it may be kept", () => {
    expect(answered("/assets/index-abc.js")).toEqual({ a: "b", "x-request-id": "edge-1" });
  });

  it("panel-response gives the guides and the frame of previews the policies that they have on one machine", () => {
    const id = { a: "b", "x-request-id": "edge-1" };
    expect({ ...answered("/docs/guides/quickstart.html"), ...ASSET_HEADERS }).toEqual({ ...id, ...GUIDES_HEADERS });
    expect({ ...answered("/preview.html"), ...ASSET_HEADERS }).toEqual({
      ...id,
      ...PREVIEW_HEADERS,
      "cache-control": "no-cache",
    });
  });

  it("panel-response lets nobody keep a refusal", () => {
    for (const statusCode of [403, 404, 500])
      expect(answered("/assets/gone.js", statusCode)).toEqual({ a: "b", "x-request-id": "edge-1" });
  });
});
