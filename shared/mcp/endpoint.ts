import {
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { batchProblem } from "./batch.ts";
import type { ToolCaller } from "./bound-tool.ts";
import { resultBudget } from "./result-budget.ts";
import { toolServer } from "./server.ts";
import { type ToolSets, toolboxOf } from "./toolbox.ts";

export interface McpRequest extends Omit<ToolCaller, "origin"> {
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
/** The SDK needs a URL, of which only the path counts; no request goes there. */
const ADDRESS = `http://localhost${MCP_PATH}`;

const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

const refusal = (status: number, code: number, message: string, id: unknown = null): Response =>
  Response.json({ jsonrpc: "2.0", error: { code, message }, id }, { status });

const subscription = z.looseObject({ id: z.unknown(), method: z.literal("subscriptions/listen") });

/** Data that the SDK passes from the request to the function that makes its server. */
const passedThrough = z.object({ serve: z.custom<() => Server>((value) => typeof value === "function") });
const authInfoOf = (serve: () => Server) => ({ token: "", clientId: "", scopes: [], extra: { serve } });
const serverOf = ({ authInfo }: McpRequestContext): Server => passedThrough.parse(authInfo?.extra).serve();

/**
 * Answers in plain JSON, without sessions or streams, by two kinds of MCP revisions: 2026-07-28, in which every request stands for itself, and
 * those of 2024 and 2025, in which a client begins with `initialize`.
 */
export function mcpEndpoint(tools: ToolSets) {
  // Answers are plain JSON, because nothing is sent before a result. Subscriptions would be endless streams, so none are allowed.
  const modern = createMcpHandler(serverOf, { legacy: "reject", responseMode: "auto", maxSubscriptions: 0 });
  async function answerModern(serve: () => Server, request: Request, parsedBody: unknown): Promise<Response> {
    const response = await modern.fetch(request, { authInfo: authInfoOf(serve), parsedBody });
    // The SDK answers a subscription beyond the limit with an internal error, so it is refused here.
    const listening = response.ok ? subscription.safeParse(parsedBody).data : undefined;
    return listening === undefined
      ? response
      : refusal(404, METHOD_NOT_FOUND, "there are no subscriptions", listening.id);
  }
  return async ({ owner, madeBy, key, headers, body }: McpRequest): Promise<McpAnswer> => {
    const problem = Array.isArray(body.value) ? batchProblem(body.value) : undefined;
    if (problem !== undefined) return answerOf(refusal(400, INVALID_REQUEST, problem));
    const failures: unknown[] = [];
    const fitted = resultBudget();
    const caller = { owner, madeBy, key, origin: { origin: headers.origin, referer: headers.referer } };
    const toolbox = await toolboxOf(tools, caller);
    const serve = () => toolServer({ toolbox, caller, fitted, onFailure: (error) => failures.push(error) });
    const request = requestOf(headers, body.text);
    const response = (await isLegacyRequest(request, body.value))
      ? await answerLegacy(serve(), request, body.value)
      : await answerModern(serve, request, body.value);
    const [failure] = failures;
    return { ...(await answerOf(response, failure === undefined ? response.status : 500)), failure };
  };
}

/** The SDK requires a client that takes streams, though every answer is plain JSON, and a content type (D4). */
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
    const response = await transport.handleRequest(request, { parsedBody });
    return Array.isArray(parsedBody) && response.status === 200 ? await asBatch(response) : response;
  } finally {
    await server.close();
  }
}

/** Puts a single answer into a list: JSON-RPC answers a batch with a list, but the SDK does not for a batch of one. */
async function asBatch(response: Response): Promise<Response> {
  const text = await response.text();
  return new Response(text.startsWith("[") ? text : `[${text}]`, response);
}

async function answerOf(response: Response, statusCode = response.status): Promise<Omit<McpAnswer, "failure">> {
  const type = response.headers.get("content-type");
  return { statusCode, headers: type === null ? {} : { "content-type": type }, body: await response.text() };
}
