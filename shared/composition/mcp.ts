import type { JsonRpcEndpoint } from "../edge/json-rpc-function.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { MCP_PATH, mcpEndpoint } from "../mcp/endpoint.ts";
import { conversationTools } from "../mcp/tools.ts";
import { conversationServices } from "./conversations.ts";

export const mcp = once(
  (): JsonRpcEndpoint => ({
    path: MCP_PATH,
    allowedOrigins: config().MCP_ALLOWED_ORIGINS,
    serve: mcpEndpoint(conversationServices(), conversationTools),
  }),
);
