import { keptEvent } from "./api-checks.ts";
import type { Check } from "./check.ts";
import type { WebhookEvent } from "./types.ts";
import { WebhookVerificationError } from "./webhook-error.ts";
import { isEqualInConstantTime, signatureOf } from "./webhook-signature.ts";

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request as Express, Fastify, Node and function hosts pass it on: header names in any case, and the unparsed body. */
export interface ReceivedRequest {
  /** All headers of the request, or at least those whose names begin with `webhook-`. */
  readonly headers: Headers | HeaderValues;
  /** The bytes or their text; a framework must not have parsed them. */
  readonly body: string | Uint8Array;
}

export interface VerifyOptions {
  /** How far the time of a request may be off; 5 minutes by default. */
  readonly toleranceSeconds?: number;
  /** Replaces the clock, in milliseconds, for tests. */
  readonly now?: () => number;
}

const TOLERANCE_SECONDS = 300;
const encoder = new TextEncoder();

/**
 * Returns the event of a request after checking its signature (Standard Webhooks). Throws a `WebhookVerificationError`, or a `TypeError` when
 * the caller passes a wrong secret or body. With several secrets, a signature by any of them is accepted.
 */
export async function verifyWebhook(
  request: Request | ReceivedRequest,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = await bytesOf(request);
  const header = (name: string) => headerOf(request.headers, name);
  const [id, timestamp, given] = [header("webhook-id"), header("webhook-timestamp"), header("webhook-signature")];
  checkTime(timestamp, Math.floor(now() / 1000), toleranceSeconds);
  const content = joined(encoder.encode(`${id}.${timestamp}.`), body);
  const secrets = typeof secret === "string" ? [secret] : secret;
  const expected = await Promise.all(secrets.map((one) => signatureOf(content, one)));
  const signatures = given.split(" ");
  if (!expected.some((one) => signatures.some((other) => isEqualInConstantTime(one, other))))
    throw new WebhookVerificationError("no_matching_signature", "no signature matches the secret");
  return eventIn(body);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

async function bytesOf(request: Request | ReceivedRequest): Promise<Uint8Array> {
  if ("arrayBuffer" in request) return new Uint8Array(await request.arrayBuffer());
  const { body } = request;
  if (typeof body === "string") return encoder.encode(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError("body must be the request's bytes or their text, not the JSON that was parsed from them");
}

function headerOf(headers: Headers | HeaderValues, name: string): string {
  const value = "get" in headers && typeof headers.get === "function" ? headers.get(name) : valueIn(headers, name);
  const text = value?.trim() ?? "";
  if (text === "") throw new WebhookVerificationError("missing_header", `the header ${name} is missing`);
  return text;
}

function valueIn(headers: object, name: string): string | undefined {
  const found: unknown = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return found === undefined ? undefined : String(found);
}

function checkTime(timestamp: string, nowSeconds: number, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError("malformed_timestamp", "webhook-timestamp is not seconds since 1970");
  const ageSeconds = nowSeconds - Number(timestamp);
  // The conditions are negated so that NaN, from a wrong clock or tolerance, refuses the request.
  if (ageSeconds < 0 && !(-ageSeconds <= toleranceSeconds))
    throw new WebhookVerificationError("too_new", "the request was signed in the future");
  if (!(ageSeconds <= toleranceSeconds))
    throw new WebhookVerificationError("too_old", "the request was signed too long ago");
}

/** Only the shape common to all events is checked: the signature proves the origin, and older versions had other fields. */
const isEvent: Check<WebhookEvent> = (value, at): value is WebhookEvent => keptEvent(value, at);

function eventIn(body: Uint8Array): WebhookEvent {
  const event = jsonIn(body);
  const at = { path: "" };
  if (isEvent(event, at)) return event;
  const where = at.path === "" ? "" : `, at ${at.path.replace(/^\./, "")}`;
  throw new WebhookVerificationError("not_an_event", `the body is not an event${where}`);
}

function jsonIn(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new WebhookVerificationError("body_not_json", "the body is not JSON");
  }
}
