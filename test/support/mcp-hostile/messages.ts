export interface McpPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export const NEWEST = "2026-07-28";
export const META = {
  "io.modelcontextprotocol/protocolVersion": NEWEST,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export const rpc = (method: unknown, params?: unknown, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params !== undefined && { params }),
});
export const cancelled = (requestId: unknown) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});
export const legacy = (message: unknown): McpPost => ({ headers: {}, body: JSON.stringify(message) });
export const modern = (method: string, params: object, name?: string): McpPost => ({
  headers: { "mcp-protocol-version": NEWEST, "mcp-method": method, ...(name !== undefined && { "mcp-name": name }) },
  body: JSON.stringify(rpc(method, { ...params, _meta: META })),
});
