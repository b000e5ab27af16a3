import { invalid } from "./refusal.ts";

/** The largest answer that Lambda takes for one call (AWS Lambda Developer Guide, "Lambda quotas": 6 MB), in bytes of JSON. */
export const MAX_PAYLOAD_BYTES = 6_291_556;

/** One character takes at most this many bytes of JSON, as `\u0000` does. */
const LONGEST_CHARACTER = 6;
/** A body with fewer characters cannot exceed Lambda's limit for an answer, whatever the body holds. */
const SURELY_SMALL = Math.floor((MAX_PAYLOAD_BYTES - 262_144) / LONGEST_CHARACTER);

/** Room for the headers that every answer gets at the end. */
export const HEADERS_BYTES = 4096;

export const payloadBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * The bytes that a value takes in a function's payload as part of its JSON body. The body is a string inside JSON, so
 * every quotation mark is escaped again.
 */
export const answerBytes = (value: unknown): number => payloadBytes(JSON.stringify(value));

const isSurelySmall = (answer: object): boolean =>
  !("body" in answer && typeof answer.body === "string" && answer.body.length > SURELY_SMALL);

/**
 * Throws for an answer that is larger than Lambda allows, which means that a list has no bound and is a bug. `headroom`
 * is the size of what is added to the answer later.
 */
export function refuseLargePayload<Answer extends object>(answer: Answer, headroom = 0): Answer {
  if (isSurelySmall(answer)) return answer;
  const bytes = payloadBytes(answer) + headroom;
  if (bytes > MAX_PAYLOAD_BYTES)
    throw new Error(`an answer of ${bytes} bytes is more than Lambda takes (${MAX_PAYLOAD_BYTES})`);
  return answer;
}

/** The largest size of one record that is shown whole; the rest of the payload is for the names of its fields. */
const MAX_SHOWN_BYTES = MAX_PAYLOAD_BYTES - 65_536;

/** Refuses to show a value that is too large for an answer, because escaping can make a text several times as long. */
export function shownWhole<Value extends object>(value: Value, name: string): Value {
  if (answerBytes(value) > MAX_SHOWN_BYTES) throw invalid(`the ${name} is too large to be shown`);
  return value;
}

/** The largest size of a page's values; the rest of the payload is for what surrounds them. */
const MAX_PAGE_BYTES = 4_000_000;

/** Returns the first values, as many as fit on a page together, and at least one if there is one. */
export function firstFitting<Value>(values: readonly Value[], maxBytes = MAX_PAGE_BYTES): readonly Value[] {
  let bytes = 0;
  const end = values.findIndex((value, i) => {
    bytes += answerBytes(value);
    return bytes > maxBytes && i > 0;
  });
  return end === -1 ? values : values.slice(0, end);
}
