import { invalid } from "./refusal.ts";

/** The largest answer that Lambda takes for one call (AWS Lambda Developer Guide, "Lambda quotas": 6 MB), in bytes of JSON. */
export const MAX_PAYLOAD_BYTES = 6_291_556;

/** One character is at most so many bytes of JSON: `\u0000`. */
const LONGEST_CHARACTER = 6;
/** Below this no body can pass the limit, whatever is in it and beside it. */
const SURELY_SMALL = Math.floor((MAX_PAYLOAD_BYTES - 262_144) / LONGEST_CHARACTER);

/** For the headers that every answer gets in the end. */
export const HEADERS_BYTES = 4096;

export const payloadBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Bytes that a value takes in a function's payload as a part of its JSON body: a text in a text, with every quotation mark escaped again. */
export const answerBytes = (value: unknown): number => payloadBytes(JSON.stringify(value));

const isSurelySmall = (answer: object): boolean =>
  !("body" in answer && typeof answer.body === "string" && answer.body.length > SURELY_SMALL);

/** Throws for an answer that Lambda would not pass on: that is a list without a bound, and a bug. `headroom` is for what is added to it. */
export function refuseLargePayload<Answer extends object>(answer: Answer, headroom = 0): Answer {
  if (isSurelySmall(answer)) return answer;
  const bytes = payloadBytes(answer) + headroom;
  if (bytes > MAX_PAYLOAD_BYTES)
    throw new Error(`an answer of ${bytes} bytes is more than Lambda takes (${MAX_PAYLOAD_BYTES})`);
  return answer;
}

/** Of one thing that is shown whole; the rest is for its fields' names. */
const MAX_SHOWN_BYTES = MAX_PAYLOAD_BYTES - 65_536;

/** Refuses to show what is too large as JSON, though it was not as it is: of a megabyte of quotation marks four are made. */
export function shownWhole<Value extends object>(value: Value, name: string): Value {
  if (answerBytes(value) > MAX_SHOWN_BYTES) throw invalid(`the ${name} is too large to be shown`);
  return value;
}

/** Of a page's values in its answer; the rest of what Lambda takes is for what stands around them. */
const MAX_PAGE_BYTES = 4_000_000;

/** The first of the values that fit together on a page; one where there is one. */
export function firstFitting<Value>(values: readonly Value[], maxBytes = MAX_PAGE_BYTES): readonly Value[] {
  let bytes = 0;
  const end = values.findIndex((value, i) => {
    bytes += answerBytes(value);
    return bytes > maxBytes && i > 0;
  });
  return end === -1 ? values : values.slice(0, end);
}
