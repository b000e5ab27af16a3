import type { JsonRpcEndpoint } from "../http/json-rpc-function.ts";
import { MCP_PATH, mcpEndpoint } from "../mcp/endpoint.ts";
import { conversationTools } from "../mcp/tools.ts";
import { config } from "./config.ts";
import { conversationServices } from "./conversations.ts";
import { once } from "./once.ts";

export const mcp = once(
  (): JsonRpcEndpoint => ({
    path: MCP_PATH,
    allowedOrigins: config().MCP_ALLOWED_ORIGINS,
    serve: mcpEndpoint(conversationServices(), conversationTools),
  }),
);
