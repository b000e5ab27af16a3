import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import type { BoundTool, ToolCaller } from "./bound-tool.ts";
import { MCP_INSTRUCTIONS } from "./contract.ts";
import { ToolServer } from "./tool-server.ts";

/** D36a: the code of an internal error. */
const INTERNAL_ERROR = 500;
/** The tools change with a deployment only; whose they are makes no difference. */
const LIST_KEPT = { ttlMs: 300_000, cacheScope: "public" } as const;

export interface Served<Deps> {
  readonly deps: Deps;
  readonly tools: readonly BoundTool<Deps>[];
  readonly caller: ToolCaller;
  /** Shared by the calls of one request. */
  readonly fitted: (result: CallToolResult) => CallToolResult;
  /** Gets internal errors: the caller learns no more than that there was one. */
  readonly onFailure: (error: unknown) => void;
}

/** The MCP server of one request: no session, no state, nothing but tools. */
export function toolServer<Deps>({ deps, tools, caller, fitted, onFailure }: Served<Deps>): Server {
  const server = new ToolServer(
    { name: "herald", title: "Herald", version: "1.0.0" },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: MCP_INSTRUCTIONS,
      cacheHints: { "tools/list": LIST_KEPT },
    },
  );
  // A caller cancels by going away. In a batch it would leave its own call without an answer, and the whole batch with it.
  server.setNotificationHandler("notifications/cancelled", () => {});
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(({ listed }) => listed) }));
  server.setRequestHandler("tools/call", async ({ params }): Promise<CallToolResult> => {
    const tool = byName.get(params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "unknown tool");
    try {
      return fitted(await tool.call(deps, caller, params.arguments ?? {}));
    } catch (error) {
      onFailure(error);
      throw new ProtocolError(INTERNAL_ERROR, "internal error");
    }
  });
  return server;
}
