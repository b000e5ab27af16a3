import { keyConversationServices } from "../conversations/key-wiring.ts";
import type { JsonRpcEndpoint } from "../edge/json-rpc-function.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { MCP_PATH, mcpEndpoint } from "./endpoint.ts";
import { conversationTools } from "./tools.ts";

export const mcp = /* @__PURE__ */ once(
  (): JsonRpcEndpoint => ({
    path: MCP_PATH,
    allowedOrigins: config("MCP_ALLOWED_ORIGINS"),
    serve: mcpEndpoint(keyConversationServices(), conversationTools),
  }),
);
