import {
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import type { BoundTool, ToolCaller } from "./bound-tool.ts";
import { resultBudget } from "./result-budget.ts";
import { toolServer } from "./server.ts";

export interface McpRequest extends ToolCaller {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly text: string; readonly value: unknown };
}

export interface McpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly failure?: unknown;
}

export const MCP_PATH = "/mcp";
/** Only the path is of interest; no request goes there. */
const ADDRESS = `http://localhost${MCP_PATH}`;

/** Revisions before 2025-06-18 have batches. No rate limit stands before this endpoint: one request must not be worth thousands. */
const MAX_BATCH = 32;
const INVALID_REQUEST = { code: -32_600, message: `a batch may have at most ${MAX_BATCH} messages` };
const BATCH_TOO_LARGE: McpAnswer = {
  statusCode: 400,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", error: INVALID_REQUEST, id: null }),
};

/** The SDK hands this through from the request to the factory of its server. */
const passedThrough = z.object({ serve: z.custom<() => Server>((value) => typeof value === "function") });
const authInfoOf = (serve: () => Server) => ({ token: "", clientId: "", scopes: [], extra: { serve } });
const serverOf = ({ authInfo }: McpRequestContext): Server => passedThrough.parse(authInfo?.extra).serve();

/**
 * Both eras of MCP over plain JSON: 2026-07-28, where every request stands for itself, and the revisions from 2024 and 2025, which
 * begin with `initialize`. There are no sessions and no streams in either.
 */
export function mcpEndpoint<Deps>(deps: Deps, tools: readonly BoundTool<Deps>[]) {
  // Plain JSON, since nothing precedes a result. A subscription would be a stream without an end, and there is none to have.
  const modern = createMcpHandler(serverOf, { legacy: "reject", responseMode: "auto", maxSubscriptions: 0 });
  return async ({ owner, madeBy, headers, body }: McpRequest): Promise<McpAnswer> => {
    if (Array.isArray(body.value) && body.value.length > MAX_BATCH) return BATCH_TOO_LARGE;
    const failures: unknown[] = [];
    const fitted = resultBudget();
    const serve = () =>
      toolServer({ deps, tools, caller: { owner, madeBy }, fitted, onFailure: (error) => failures.push(error) });
    const request = requestOf(headers, body.text);
    const parsedBody = body.value;
    const response = (await isLegacyRequest(request, parsedBody))
      ? await answerLegacy(serve(), request, parsedBody)
      : await modern.fetch(request, { authInfo: authInfoOf(serve), parsedBody });
    const [failure] = failures;
    return { ...(await answerOf(response, failure === undefined ? response.status : 500)), failure };
  };
}

/** The SDK insists on a client that takes streams, though every answer is plain JSON, and on a content type (D4). */
const requestOf = (headers: Readonly<Record<string, string>>, body: string): Request =>
  new Request(ADDRESS, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers, accept: "application/json, text/event-stream" },
    body,
  });

async function answerLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

async function answerOf(response: Response, statusCode: number): Promise<Omit<McpAnswer, "failure">> {
  const type = response.headers.get("content-type");
  return { statusCode, headers: type === null ? {} : { "content-type": type }, body: await response.text() };
}
