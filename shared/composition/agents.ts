import { keyConversationServices } from "../conversations/key-wiring.ts";
import type { JsonRpcEndpoint } from "../edge/json-rpc-function.ts";
import { config } from "../kernel/config.ts";
import { lazy } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import { conversationTools } from "../mcp/conversation-tools.ts";
import { MCP_PATH, mcpEndpoint } from "../mcp/endpoint.ts";

/** The code of sends, notifications and templates is loaded for the first key with permissions in words, because most keys have none. */
const everyTool = /* @__PURE__ */ lazy(async () => (await import("./every-tool.ts")).everyTool());

export const mcp = /* @__PURE__ */ once(
  (): JsonRpcEndpoint => ({
    path: MCP_PATH,
    allowedOrigins: config("MCP_ALLOWED_ORIGINS"),
    serve: mcpEndpoint({ usual: conversationTools(keyConversationServices()), all: everyTool }),
  }),
);
