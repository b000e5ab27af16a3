import { invalid, Refusal } from "../kernel/refusal.ts";
import type { Sealed } from "../kernel/secrets/secret-box.ts";
import type { OperationContext, PreparedOperation } from "./bound-operation.ts";
import { canonicalJson } from "./canonical-json.ts";
import { IDEMPOTENCY_HEADER, isIdempotencyKey } from "./contract/idempotent.ts";
import { takesIdempotencyKey } from "./contract/route.ts";
import type { EdgeServices } from "./edge-services.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { idempotencyKeyReused, requestInFlight } from "./idempotency-refusals.ts";
import type { HeldKey, IdempotencyState, IdempotentRequest, KeptAnswer } from "./ports.ts";
import { ownerOf, type RequestContext } from "./request-context.ts";
import { headerOf } from "./request-headers.ts";
import { type ReservedSecrets, reservedSecrets } from "./reserved-secret.ts";

/** Runs a request once per owner and key, and repeats the first accepted answer for 24 hours (D24). */
export async function runOnce(
  services: EdgeServices,
  context: OperationContext,
  prepared: PreparedOperation,
): Promise<HttpAnswer> {
  const key = headerOf(context.event, IDEMPOTENCY_HEADER.toLowerCase());
  const isOffered = takesIdempotencyKey(context.operation.route);
  const { idempotency, log } = services;
  if (key === undefined || !isOffered || idempotency === undefined) return prepared.run();
  if (!isIdempotencyKey(key)) throw invalid(`${IDEMPOTENCY_HEADER} must be 1 to 255 visible characters`);

  const fingerprint = fingerprintOf(services, { context, key, body: prepared.body });
  const request = { owner: ownerOf(context), key, fingerprint };
  const secrets = reservedSecrets(services, context.operation, request);
  const made = await secrets?.make();
  const state = await idempotency.begin(request, services.identifiers.newId(), made?.sealed);
  switch (state.kind) {
    case "reused":
      throw idempotencyKeyReused();
    case "in-flight":
      return (await answeredAgain(prepared, state)) ?? refuseInFlight();
    case "answered":
      return shownTo(
        prepared,
        replayed(state.answer, (await secrets?.withSecret(state.answer.body, state.sealed)) ?? state.answer.body),
      );
    case "begun":
      return carriedOut({ idempotency, log, secrets, key, request, made: made?.entropy, held: state }, prepared);
  }
}

type BegunKey = Extract<IdempotencyState, { readonly kind: "begun" }>;

interface Carrying extends Holding {
  readonly secrets: ReservedSecrets | undefined;
  readonly key: string;
  /**
   * The random bytes that were drawn for the secret that this route issues. The first request with an idempotency key
   * uses them; a repeated request opens the bytes that the first request stored. Undefined for a route that issues no
   * secret.
   */
  readonly made: Uint8Array | undefined;
  readonly held: BegunKey;
}

async function carriedOut(carrying: Carrying, prepared: PreparedOperation): Promise<HttpAnswer> {
  const { idempotency, secrets, key, request, made, held } = carrying;
  const again = held.isRepeat ? await answeredAgain(prepared, held) : undefined;
  if (again !== undefined) return again;
  const reservedEntropy = held.isRepeat ? await secrets?.open(held.sealed) : made;
  const run = () => prepared.run({ ...held, idempotencyKey: key, reservedEntropy });
  const answer = await runHolding(carrying, run);
  if (prepared.isKept?.(answer) === false) {
    await released(carrying);
    return answer;
  }
  const kept = prepared.again
    ? answer
    : await keptAnswer({ idempotency, secrets, sealed: held.sealed }, request, answer);
  // What an earlier request stored is not judged before this answer is kept, because a refusal would free the key.
  return held.isRepeat || kept !== answer ? shownTo(prepared, kept) : kept;
}

/** Refuses an answer to an earlier request that this caller may not see, or shows what the caller may see of it. */
const shownTo = async ({ shown }: PreparedOperation, answer: HttpAnswer): Promise<HttpAnswer> =>
  (await shown?.(answer)) ?? answer;

function refuseInFlight(): never {
  throw requestInFlight();
}

/** Returns undefined for a route that keeps its answers, and when the earlier request has stored nothing so far. */
async function answeredAgain(
  prepared: PreparedOperation,
  { reservedId }: Pick<HeldKey, "reservedId">,
): Promise<HttpAnswer | undefined> {
  const answer = await prepared.again?.(reservedId);
  return answer && shownTo(prepared, replayed(answer, answer.body ?? ""));
}

const replayed = ({ statusCode, etag }: Omit<KeptAnswer, "body">, body: string): HttpAnswer => ({
  statusCode,
  headers: { "content-type": "application/json", ...(etag && { etag }), "idempotency-replayed": "true" },
  body,
});

interface Holding extends Required<Pick<EdgeServices, "idempotency" | "log">> {
  readonly request: IdempotentRequest;
  readonly held: HeldKey;
}

/**
 * A refused request created nothing, so its key is released. After any other failure the key stays taken until its
 * lease ends, and the reserved id makes the next try safe.
 */
async function runHolding(holding: Holding, run: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal) await released(holding);
    throw error;
  }
}

/** Releases the key. One that cannot be released stays taken until its lease ends. */
const released = ({ idempotency, log, request, held }: Holding): Promise<void> =>
  idempotency.release(request, held).catch((cause: unknown) => log.error("idempotency.not_released", cause));

interface Keeping extends Required<Pick<EdgeServices, "idempotency">> {
  readonly secrets: ReservedSecrets | undefined;
  readonly sealed: Sealed | undefined;
}

/**
 * Stores the answer before it is sent, because otherwise a repeat could accept what this answer refuses. When it cannot
 * be stored, the caller gets an internal error; the work is done and durable, and a repeat finds it under the reserved
 * id.
 */
async function keptAnswer(
  { idempotency, secrets, sealed }: Keeping,
  request: IdempotentRequest,
  answer: HttpAnswer,
): Promise<HttpAnswer> {
  const { body = "", statusCode, headers = {} } = answer;
  const open = secrets?.withoutSecret(body) ?? body;
  const kept = await idempotency.finish(request, { statusCode, body: open, etag: headers.etag });
  if (kept.body === open) return answer;
  return replayed(kept, (await secrets?.withSecret(kept.body, sealed)) ?? kept.body);
}

interface Fingerprinted {
  readonly context: RequestContext;
  readonly key: string;
  readonly body: unknown;
}

/**
 * The hash includes the key, which is stored nowhere. A body may hold a password, and without the key nobody who reads
 * the table can test guesses against the hash.
 */
function fingerprintOf({ identifiers }: EdgeServices, { context, key, body }: Fingerprinted): string {
  const { endpoint, event } = context;
  return identifiers.hash(`${key}\n${endpoint.operationId}\n${event.rawPath}\n${canonicalJson(body)}`);
}
