import { jsonRpcFunction } from "../../shared/edge/json-rpc-function.ts";
import { apiKeyEdgeServices } from "../../shared/keys/wiring.ts";
import { mcp } from "../../shared/mcp/wiring.ts";

/** Serves MCP to agents (P-mcp). It has a function URL, so no gateway is between it and the edge. */
export const handler = jsonRpcFunction(apiKeyEdgeServices, mcp);
