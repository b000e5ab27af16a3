import { mcp } from "../../shared/composition/agents.ts";
import { jsonRpcFunction } from "../../shared/edge/json-rpc-function.ts";
import { apiKeyEdgeServices } from "../../shared/keys/wiring.ts";

/** Serves MCP to agents (P-mcp). It has a function URL, so no gateway is between it and the edge. */
export const handler = jsonRpcFunction(apiKeyEdgeServices, mcp);
