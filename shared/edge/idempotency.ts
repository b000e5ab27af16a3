import { invalid, Refusal } from "../kernel/refusal.ts";
import type { Sealed } from "../kernel/secrets/secret-box.ts";
import type { OperationContext, PreparedOperation } from "./bound-operation.ts";
import { IDEMPOTENCY_HEADER } from "./contract/idempotent.ts";
import { takesIdempotencyKey } from "./contract/route.ts";
import type { EdgeServices } from "./edge-services.ts";
import type { HttpAnswer } from "./http-answer.ts";
import type { IdempotentRequest, KeptAnswer } from "./ports.ts";
import { ownerOf, type RequestContext } from "./request-context.ts";
import { headerOf } from "./request-headers.ts";
import { type ReservedSecrets, reservedSecrets } from "./reserved-secret.ts";

/** D24: visible ASCII (RFC 5234 VCHAR). */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Carries a request out once per owner and key, and repeats the first accepted answer for 24 hours (D24). */
export async function runOnce(
  services: EdgeServices,
  context: OperationContext,
  prepared: PreparedOperation,
): Promise<HttpAnswer> {
  const key = headerOf(context.event, IDEMPOTENCY_HEADER.toLowerCase());
  const isOffered = takesIdempotencyKey(context.operation.route);
  const { idempotency, log } = services;
  if (key === undefined || !isOffered || idempotency === undefined) return prepared.run();
  if (!KEY.test(key)) throw invalid(`${IDEMPOTENCY_HEADER} must be 1 to 255 visible characters`);

  const fingerprint = fingerprintOf(services, { context, key, body: prepared.body });
  const request = { owner: ownerOf(context), key, fingerprint };
  const secrets = reservedSecrets(services, context.operation, request);
  const made = await secrets?.make();
  const state = await idempotency.begin(request, services.identifiers.newId(), made?.sealed);
  switch (state.kind) {
    case "reused":
      throw new Refusal("idempotency_key_reused", `${IDEMPOTENCY_HEADER} was used with another request`);
    case "in-flight":
      throw new Refusal("request_in_flight", `a request with this ${IDEMPOTENCY_HEADER} is in flight`);
    case "answered":
      return replayed(state.answer, (await secrets?.withSecret(state.answer.body, state.sealed)) ?? state.answer.body);
    case "begun": {
      const reservedEntropy = state.isRepeat ? await secrets?.open(state.sealed) : made?.entropy;
      const run = () => prepared.run({ ...state, idempotencyKey: key, reservedEntropy });
      return runAndKeep({ idempotency, log, secrets, sealed: state.sealed }, request, run);
    }
  }
}

const replayed = ({ statusCode }: KeptAnswer, body: string): HttpAnswer => ({
  statusCode,
  headers: { "content-type": "application/json", "idempotency-replayed": "true" },
  body,
});

interface Keeping extends Required<Pick<EdgeServices, "idempotency" | "log">> {
  readonly secrets: ReservedSecrets | undefined;
  readonly sealed: Sealed | undefined;
}

async function runAndKeep(
  { idempotency, log, secrets, sealed }: Keeping,
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
  // No answer leaves before it is kept: a repeat might accept what this one says it refused. One that cannot be kept is an error of ours;
  // the work is done and durable, and a repeat finds it under the reserved id.
  const { body = "", statusCode } = answer;
  const open = secrets?.withoutSecret(body) ?? body;
  const kept = await idempotency.finish(request, { statusCode, body: open });
  if (kept.body === open) return answer;
  return replayed(kept, (await secrets?.withSecret(kept.body, sealed)) ?? kept.body);
}

interface Fingerprinted {
  readonly context: RequestContext;
  readonly key: string;
  readonly body: unknown;
}

/** With the key, which is stored nowhere: a body may hold a password, and nobody who reads the table can try passwords out on the hash. */
function fingerprintOf({ identifiers }: EdgeServices, { context, key, body }: Fingerprinted): string {
  const { endpoint, event } = context;
  return identifiers.hash(`${key}\n${endpoint.operationId}\n${event.rawPath}\n${canonicalJson(body)}`);
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
