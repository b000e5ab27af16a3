import type * as z from "zod";
import type { CallerOrigin } from "../kernel/caller-origin.ts";
import type { CallingKey } from "../kernel/key-terms.ts";
import type { Owner } from "../kernel/owner.ts";
import type { Expected } from "../kernel/revision.ts";
import { type SenderRequest, senderKey } from "../kernel/sender-request.ts";
import { asRefusal } from "../kernel/write-conflict.ts";
import { parseShape } from "./contract/refusal-message.ts";
import { type Credential, type Credentials, type Route, takesIfMatch } from "./contract/route.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { expectedBy } from "./if-match.ts";
import type { CallerIdentity } from "./ports.ts";
import { type HttpEvent, ownerOf, type RequestContext } from "./request-context.ts";
import { headerOf } from "./request-headers.ts";

/** Every secret that an answer shows is made of this many random bytes. */
export const RESERVED_SECRET_BYTES = 32;

/** The id that was reserved for an idempotency key. */
export interface Reservation {
  /** The id under which the record is created. */
  readonly reservedId: string;
  /** Says that an earlier request with this key has died, perhaps after it created the record. */
  readonly isRepeat: boolean;
  readonly idempotencyKey: string;
  /** The random bytes of the secret that the route makes. They are the same at every try. */
  readonly reservedEntropy?: Uint8Array | undefined;
}

/** A validated request that is ready to run. */
export interface PreparedOperation {
  /** The body as it goes into the fingerprint of an idempotency key. */
  readonly body: unknown;
  run(reservation?: Partial<Reservation>): Promise<HttpAnswer>;
  /**
   * Repeats the answer of an earlier equal request from what that request stored under its reserved id, or answers
   * undefined when it stored nothing. For a route without this function, the idempotency key keeps the answer itself.
   */
  readonly again?: ((reservedId: string) => Promise<HttpAnswer | undefined>) | undefined;
  /** Tells whether an accepted answer is kept for repeats. Without this function, each is kept. */
  readonly isKept?: ((answer: HttpAnswer) => boolean) | undefined;
  /**
   * Makes of the answer to an earlier equal request what this caller may see of it, or refuses to show it. Without this
   * function, each caller sees the whole answer.
   */
  readonly shown?: ((answer: HttpAnswer) => Promise<HttpAnswer>) | undefined;
}

/** A route with its code and its dependencies, but without their types. The pipeline runs these. */
export interface BoundOperation {
  readonly route: Route;
  /** Validates the request in the order of D1 and returns what is left to run. */
  prepare(context: RequestContext): Promise<PreparedOperation>;
}

export interface OperationContext extends RequestContext {
  readonly operation: BoundOperation;
}

interface Caller {
  readonly owner: Owner;
  /** The verified access token, when that was the credential. */
  readonly identity?: CallerIdentity | undefined;
  /** The API key with its terms, when that was the credential. */
  readonly key?: CallingKey | undefined;
}

/** The caller's type depends on the route's credentials: on an open route there is no caller. */
type CallerBy<Auth extends Credentials> = Auth extends readonly []
  ? object
  : Auth extends readonly [Credential, ...Credential[]]
    ? Caller
    : Partial<Caller>;

interface RequestHead<Params, Query> {
  readonly params: Params;
  readonly query: Query;
  readonly caller: CallerOrigin;
  /** The origin of the request, which is stored with what the request creates. */
  readonly madeBy: SenderRequest;
  /** The revision of the record to change, on a route that takes `If-Match`. */
  readonly expected?: Expected | undefined;
  /** The id that is reserved for the request's idempotency key, if it has one. */
  readonly reservedId?: string | undefined;
  readonly isRepeat?: boolean | undefined;
  readonly reservedEntropy?: Uint8Array | undefined;
}

/** A request as an operation gets it: validated, and with an owner when the route takes a credential. */
export type OperationRequest<
  Body = unknown,
  Params = unknown,
  Query = unknown,
  Auth extends Credentials = readonly [Credential],
> = RequestHead<Params, Query> & CallerBy<Auth> & { readonly body: Body };

export interface OperationSteps<Body, Params, Query, Auth extends Credentials> {
  /** `requestOf` makes a whole request with another body, for checks that need a request before the body is read. */
  readBody(
    event: HttpEvent,
    requestOf: <Other>(body: Other) => OperationRequest<Other, Params, Query, Auth>,
  ): Promise<Body>;
  answer(request: OperationRequest<Body, Params, Query, Auth>): Promise<HttpAnswer>;
  /** Answers a repeated request, as `PreparedOperation.again` does. */
  readonly again?:
    | ((request: OperationRequest<Body, Params, Query, Auth>, reservedId: string) => Promise<HttpAnswer | undefined>)
    | undefined;
  /** Tells whether an answer is kept, as `PreparedOperation.isKept` does. */
  readonly isKept?: ((request: OperationRequest<Body, Params, Query, Auth>, answer: HttpAnswer) => boolean) | undefined;
  /** Judges an earlier answer for this caller, as `PreparedOperation.shown` does. */
  readonly shown?:
    | ((request: OperationRequest<Body, Params, Query, Auth>, answer: HttpAnswer) => Promise<HttpAnswer>)
    | undefined;
}

export function bindOperation<Params extends z.ZodType, Query extends z.ZodType, Body, Auth extends Credentials>(
  route: Route<Params, Query, z.ZodType, z.ZodType, Auth>,
  { readBody, answer, again, isKept, shown }: OperationSteps<Body, z.output<Params>, z.output<Query>, Auth>,
): BoundOperation {
  type Head = RequestHead<z.output<Params>, z.output<Query>> & CallerBy<Auth>;
  const prepare = async (context: RequestContext): Promise<PreparedOperation> => {
    const { event } = context;
    const params = parseWith(route.params, event.pathParameters ?? {});
    const query = parseWith(route.query, event.queryStringParameters ?? {});
    const madeBy = { requestId: context.requestId, key: senderKey(context.key) };
    const expected = takesIfMatch(route) ? expectedBy(event) : undefined;
    const said = { params, query, expected, caller: callerOriginOf(event), madeBy };
    const head: Head = { ...said, ...callerOf(route.auth, context) };
    return readBody(event, (body) => ({ ...head, body })).then((body) => ({
      body,
      again: again && ((reservedId) => orRefused(again({ ...head, body }, reservedId))),
      isKept: isKept && ((given) => isKept({ ...head, body }, given)),
      shown: shown && ((earlier) => orRefused(shown({ ...head, body }, earlier))),
      run: async ({ idempotencyKey, reservedId, isRepeat, reservedEntropy } = {}) => {
        const known: Head = { ...head, reservedId, isRepeat, reservedEntropy, madeBy: { ...madeBy, idempotencyKey } };
        return orRefused(answer({ ...known, body }));
      },
    }));
  };
  return { route, prepare };
}

async function orRefused<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw asRefusal(error);
  }
}

export const callerOriginOf = (event: HttpEvent): CallerOrigin => ({
  origin: headerOf(event, "origin"),
  referer: headerOf(event, "referer"),
});

function callerOf<Auth extends Credentials>(auth: Auth, context: RequestContext): CallerBy<Auth>;
function callerOf(auth: Credentials, context: RequestContext): Partial<Caller> {
  if (auth.length === 0) return {};
  const { bearer, token, key } = context;
  const identity = bearer === undefined || token === undefined ? undefined : { bearer, token };
  return { owner: ownerOf(context), identity, key };
}

/** Returns undefined when the route has no schema, because its operation does not read the value then. */
export function parseWith<Schema extends z.ZodType>(schema: Schema | undefined, value: unknown): z.output<Schema>;
export function parseWith(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema === undefined ? undefined : parseShape(schema, value);
}
