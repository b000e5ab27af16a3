import { jsonRpcFunction } from "../../shared/http/json-rpc-function.ts";
import { apiKeyFrame } from "../../shared/wiring/frame.ts";
import { mcp } from "../../shared/wiring/mcp.ts";

/** MCP for agents (spec, MCP endpoint). Behind a function URL, so that it has no gateway between itself and the edge. */
export const handler = jsonRpcFunction(apiKeyFrame, mcp);
