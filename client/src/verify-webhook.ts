import { keptEvent } from "./api-checks.ts";
import type { Check } from "./check.ts";
import type { WebhookEvent } from "./types.ts";
import { WebhookVerificationError } from "./webhook-error.ts";
import { isEqualInConstantTime, signatureOf } from "./webhook-signature.ts";

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request as Express, Fastify, Node's own server and functions hand it over: names in any case, the body as it came. */
export interface ReceivedRequest {
  /** All of them, or those whose names begin with `webhook-`. */
  readonly headers: Headers | HeaderValues;
  /** The bytes, or their text: not what a framework has made of them. */
  readonly body: string | Uint8Array;
}

export interface VerifyOptions {
  /** How old, or how far ahead, a request may be; 5 minutes when left out. */
  readonly toleranceSeconds?: number;
  /** Milliseconds, for tests. */
  readonly now?: () => number;
}

const TOLERANCE_SECONDS = 300;
const encoder = new TextEncoder();

/**
 * The event of a request that Standard Webhooks' signature proves to be the service's. Errors: `WebhookVerificationError`, and a `TypeError` for a
 * secret or body that the caller passed wrongly. Of several secrets any may have signed.
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
  // Said so that a clock or a tolerance that is no number refuses.
  if (ageSeconds < 0 && !(-ageSeconds <= toleranceSeconds))
    throw new WebhookVerificationError("too_new", "the request was signed in the future");
  if (!(ageSeconds <= toleranceSeconds))
    throw new WebhookVerificationError("too_old", "the request was signed too long ago");
}

/** The signature vouches for the data; an event that an older version wrote may have other fields than the type says. */
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
