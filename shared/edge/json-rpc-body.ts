import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { isWellFormedJson } from "../kernel/well-formed.ts";

/** The limit on JSON bodies (L-body). */
const MAX_BODY_BYTES = 1_048_576;

export interface JsonRpcBody {
  readonly text: string;
  /** Undefined when the text is no JSON. */
  readonly value: unknown;
}

/** The request's body as UTF-8; undefined when it is too large, or no text at all. */
export function readJsonRpcBody({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): JsonRpcBody | undefined {
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > MAX_BODY_BYTES) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, value: parsed(text) };
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isWellFormedJson(text, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
