import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Refusal } from "../kernel/refusal.ts";
import { isWellFormedJson } from "../kernel/well-formed.ts";
import { headerOf } from "./request-headers.ts";

/** The limit on JSON bodies (L-body), in bytes after base64 decoding. */
const MAX_BODY_BYTES = 1_048_576;
const JSON_MEDIA_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;

const refuse = (cause?: unknown): Refusal => new Refusal("invalid_request", "invalid request body", { cause });

function bytesOf({ body = "", isBase64Encoded }: APIGatewayProxyEventV2): Buffer {
  return Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
}

/** The request's JSON object; `undefined` for no body at all. Everything that D3 and D4 name is refused in the same words. */
export function readJsonObject(event: APIGatewayProxyEventV2): Record<string, unknown> | undefined {
  const bytes = bytesOf(event);
  if (bytes.length === 0) return undefined;
  if (bytes.length > MAX_BODY_BYTES) throw refuse();
  const contentType = headerOf(event, "content-type");
  if (contentType && !JSON_MEDIA_TYPE.test(contentType)) throw refuse();
  const value = parse(bytes);
  if (!isObject(value)) throw refuse();
  return value;
}

function parse(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isWellFormedJson(text, value) ? value : undefined;
  } catch (cause) {
    throw refuse(cause);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
