import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import type { ToolCaller } from "./bound-tool.ts";
import { ToolServer } from "./tool-server.ts";
import type { Toolbox } from "./toolbox.ts";

/** The code of an internal error (D36a). */
const INTERNAL_ERROR = 500;
/** The tools change only with a deployment, and depend on the permissions of the key, which never change (D47a). */
const LIST_KEPT = { ttlMs: 300_000, cacheScope: "private" } as const;

export interface Served {
  readonly toolbox: Toolbox;
  readonly caller: ToolCaller;
  /** All calls of one request share this budget of result sizes. */
  readonly fitted: (result: CallToolResult) => CallToolResult;
  /** Gets the internal errors; the caller only learns that there was one. */
  readonly onFailure: (error: unknown) => void;
}

/** Makes the MCP server of one request, which has tools but no session and no state. */
export function toolServer({ toolbox, caller, fitted, onFailure }: Served): Server {
  const server = new ToolServer(
    { name: "herald", title: "Herald", version: "1.0.0" },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: toolbox.instructions,
      cacheHints: { "tools/list": LIST_KEPT },
    },
  );
  // A caller cancels by closing the request. A cancelled call of a batch would get no answer, and so would the whole batch.
  server.setNotificationHandler("notifications/cancelled", () => {});
  server.setRequestHandler("tools/list", () => ({ tools: toolbox.tools.map((tool) => tool.listed()) }));
  server.setRequestHandler("tools/call", async ({ params }): Promise<CallToolResult> => {
    const calling = toolbox.call(caller, params.name, params.arguments ?? {});
    if (calling === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "unknown tool");
    try {
      return fitted(await calling);
    } catch (error) {
      onFailure(error);
      throw new ProtocolError(INTERNAL_ERROR, "internal error");
    }
  });
  return server;
}
