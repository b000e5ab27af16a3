import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { type BoundTool, isUsableBy, type ToolCaller } from "./bound-tool.ts";
import { MCP_INSTRUCTIONS } from "./contract.ts";
import { ToolServer } from "./tool-server.ts";

/** The code of an internal error (D36a). */
const INTERNAL_ERROR = 500;
/** The tools change only with a deployment, and depend on the permissions of the key, which never change (D47a). */
const LIST_KEPT = { ttlMs: 300_000, cacheScope: "private" } as const;

export interface Served<Deps> {
  readonly deps: Deps;
  readonly tools: readonly BoundTool<Deps>[];
  readonly caller: ToolCaller;
  /** All calls of one request share this budget of result sizes. */
  readonly fitted: (result: CallToolResult) => CallToolResult;
  /** Gets the internal errors; the caller only learns that there was one. */
  readonly onFailure: (error: unknown) => void;
}

/** Makes the MCP server of one request, which has tools but no session and no state. */
export function toolServer<Deps>({ deps, tools, caller, fitted, onFailure }: Served<Deps>): Server {
  const server = new ToolServer(
    { name: "herald", title: "Herald", version: "1.0.0" },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: MCP_INSTRUCTIONS,
      cacheHints: { "tools/list": LIST_KEPT },
    },
  );
  // A caller cancels by closing the request. A cancelled call of a batch would get no answer, and so would the whole batch.
  server.setNotificationHandler("notifications/cancelled", () => {});
  const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));
  server.setRequestHandler("tools/list", () => ({
    tools: tools.filter(({ permission }) => isUsableBy(caller, permission)).map(({ listed }) => listed),
  }));
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
