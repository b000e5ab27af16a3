import { jsonRpcFunction } from "../../shared/edge/json-rpc-function.ts";
import { apiKeyEdgeServices } from "../../shared/keys/wiring.ts";
import { mcp } from "../../shared/mcp/wiring.ts";

/** MCP for agents (P-mcp). Behind a function URL, so that it has no gateway between itself and the edge. */
export const handler = jsonRpcFunction(apiKeyEdgeServices, mcp);
