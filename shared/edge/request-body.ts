import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES } from "../kernel/body-limit.ts";
import { INVALID_BODY, objectIn } from "../kernel/json-object.ts";
import { invalid, Refusal } from "../kernel/refusal.ts";
import { isWellFormedJson } from "../kernel/well-formed.ts";
import type { HttpEvent } from "./request-context.ts";
import { headerOf } from "./request-headers.ts";

export interface JsonRpcBody {
  readonly text: string;
  readonly value: unknown;
}

// Each kind of body has a function of its own, so that a bundle includes only those that it needs. Each throws a
// refusal for a body that is not of its kind.

const JSON_MEDIA_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i;

const messageTooLarge = (): Refusal => invalid("the message is too large");
const unreadable = (): Refusal => invalid(INVALID_BODY);
const otherContentType = (): Refusal =>
  new Refusal("invalid_request", INVALID_BODY, {
    problems: [{ field: "", message: "Content-Type must be application/json" }],
  });
/** Malformed JSON has its own code but the same message (D49a). */
const malformed = (): Refusal => new Refusal("malformed_json", INVALID_BODY);

function bytesOf({ body = "", isBase64Encoded }: HttpEvent, tooLarge: () => Refusal): Buffer {
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  if (bytes.length > MAX_BODY_BYTES) throw tooLarge();
  return bytes;
}

/**
 * Reads a JSON object, or returns undefined when there is no body. All errors that D3 and D4 list get the same message.
 * @param many the route that takes a list of such objects, to be named to a caller who sends one
 */
export function jsonBodyOf(event: HttpEvent, many?: string): Record<string, unknown> | undefined {
  const bytes = bytesOf(event, unreadable);
  if (bytes.length === 0) return undefined;
  const contentType = headerOf(event, "content-type");
  if (contentType && !JSON_MEDIA_TYPE.test(contentType)) throw otherContentType();
  const value = parsed(utf8Of(bytes));
  if (value === undefined) throw malformed();
  return objectIn(value, many);
}

/**
 * Reads any JSON value. Unreadable bodies are refused here, before the protocol's library would answer them in its own
 * way.
 */
export function jsonRpcBodyOf(event: HttpEvent): JsonRpcBody {
  const text = utf8Of(bytesOf(event, unreadable));
  const value = parsed(text);
  if (value === undefined) throw malformed();
  return { text, value };
}

/** Reads text, whatever the content type says. */
export const textBodyOf = (event: HttpEvent): string => bytesOf(event, messageTooLarge).toString("utf8");

/** Returns a body that has not been read yet and has its own limits. */
export function streamBodyOf({ stream }: HttpEvent): IncomingMessage {
  if (stream === undefined) throw new Error("only a server hands a body over in its stream");
  return stream;
}

function utf8Of(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed();
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
