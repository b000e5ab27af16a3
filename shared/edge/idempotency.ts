import { invalid, Refusal } from "../kernel/refusal.ts";
import type { OperationContext, PreparedOperation } from "./bound-operation.ts";
import type { EdgeServices } from "./edge-services.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { IdempotentRequest } from "./ports.ts";
import { ownerOf, type RequestContext } from "./request-context.ts";
import { headerOf } from "./request-headers.ts";

export const IDEMPOTENCY_HEADER = "Idempotency-Key";
/** D24: visible ASCII (RFC 5234 VCHAR). */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Carries a request out once per owner and key, and repeats the first accepted answer for 24 hours (D24). */
export async function runOnce(
  services: EdgeServices,
  context: OperationContext,
  prepared: PreparedOperation,
): Promise<HttpAnswer> {
  const key = headerOf(context.event, IDEMPOTENCY_HEADER.toLowerCase());
  const isOffered = context.operation.route.headers?.[IDEMPOTENCY_HEADER] !== undefined;
  const { idempotency, log } = services;
  if (key === undefined || !isOffered || idempotency === undefined) return prepared.run();
  if (!KEY.test(key)) throw invalid(`${IDEMPOTENCY_HEADER} must be 1 to 255 visible characters`);

  const request = { owner: ownerOf(context), key, fingerprint: fingerprintOf(services, context, prepared.body) };
  const state = await idempotency.begin(request, services.identifiers.newId());
  switch (state.kind) {
    case "reused":
      throw new Refusal("idempotency_key_reused", `${IDEMPOTENCY_HEADER} was used with another request`);
    case "in-flight":
      throw new Refusal("request_in_flight", `a request with this ${IDEMPOTENCY_HEADER} is in flight`);
    case "answered":
      return replayed(state.answer.statusCode, state.answer.body);
    case "begun":
      return runAndKeep({ idempotency, log }, request, () => prepared.run({ ...state, idempotencyKey: key }));
  }
}

const replayed = (statusCode: number, body: string): HttpAnswer => ({
  statusCode,
  headers: { "content-type": "application/json", "idempotency-replayed": "true" },
  body,
});

async function runAndKeep(
  { idempotency, log }: Required<Pick<EdgeServices, "idempotency" | "log">>,
  request: IdempotentRequest,
  run: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  let answer: HttpAnswer;
  try {
    answer = await run();
  } catch (error) {
    // A refusal created nothing, so the key is free. After anything else it stays taken until its lease is over, and the
    // reserved id makes the next try safe.
    if (error instanceof Refusal)
      await idempotency.release(request).catch((cause: unknown) => log.error("idempotency.not_released", cause));
    throw error;
  }
  try {
    await idempotency.finish(request, { statusCode: answer.statusCode, body: answer.body ?? "" });
  } catch (error) {
    // The work is done and durable: a repeat finds it under the reserved id.
    log.error("idempotency.not_kept", error);
  }
  return answer;
}

function fingerprintOf({ identifiers }: EdgeServices, { endpoint, event }: RequestContext, body: unknown): string {
  return identifiers.hash(`${endpoint.operationId}\n${event.rawPath}\n${canonicalJson(body)}`);
}

/** Some fields are of any shape: a text may nest them more deeply than the stack is. */
function refusedWhereTooDeep(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (error instanceof RangeError) throw invalid("invalid request body");
    throw error;
  }
}

/** Keys sorted, so that the order in which a client writes its fields does not matter. */
function canonicalJson(value: unknown): string {
  return refusedWhereTooDeep(() =>
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ),
  );
}
