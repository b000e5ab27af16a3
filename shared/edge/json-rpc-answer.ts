import { type HttpAnswer, jsonAnswer } from "./http-answer.ts";

/** What a response names its request by (JSON-RPC 2.0 section 5); null when the request's own cannot be told. */
export type JsonRpcId = string | number | null;

/** JSON-RPC 2.0 section 5.1, and what the MCP specification and D36a add to it. */
export const RPC_CODE = { parseError: -32_700, refused: -32_000, unauthorized: 401, internal: 500 } as const;

export const rpcError = (
  status: number,
  { code, message, id = null }: { readonly code: number; readonly message: string; readonly id?: JsonRpcId },
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer => jsonAnswer(status, { jsonrpc: "2.0", error: { code, message }, id }, headers);

const hasId = (value: unknown): value is { readonly id: unknown } =>
  typeof value === "object" && value !== null && "id" in value;

/** Of a single request; a batch has no id of its own. */
export function idOf(body: unknown): JsonRpcId {
  const id = hasId(body) ? body.id : undefined;
  return typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
}
