import * as z from "zod";
import type { CallerOrigin } from "../kernel/caller-origin.ts";
import { buildInInitPhase } from "../kernel/once.ts";
import { invalid, Refusal } from "../kernel/refusal.ts";
import { refusalMessage } from "./contract/refusal-message.ts";
import type { Route } from "./contract/route.ts";
import type { BoundOperation, Exchange, PreparedCall, Reservation } from "./exchange.ts";
import { type HttpAnswer, jsonAnswer } from "./http-answer.ts";
import type { AccessToken } from "./ports/token-verifier.ts";
import { readJsonObject } from "./request-body.ts";
import { headerOf } from "./request-headers.ts";

/** A request as an operation sees it: validated, and with an owner. */
export interface Call<Body = unknown, Params = unknown, Query = unknown> extends Partial<Reservation> {
  readonly owner: string;
  readonly body: Body;
  readonly params: Params;
  readonly query: Query;
  readonly caller: CallerOrigin;
  /** The verified access token, where the route takes one. */
  readonly identity?: CallerIdentity | undefined;
}

export interface CallerIdentity {
  readonly bearer: string;
  readonly token: AccessToken;
}

/** What a handler file offers: dependencies and a call in, the answer of the contract out. */
export type Operation<Deps, Body, Params, Query, Answer> = (
  deps: Deps,
  call: Call<Body, Params, Query>,
) => Promise<Answer>;

export interface RawBodyCheck<Deps> {
  /** Runs only when the body is about to be refused, and may put a refusal of its own before that one (D1: 403 before 400). */
  readonly beforeBodyRefusal?: (deps: Deps, call: Call<Record<string, unknown>>) => Promise<void>;
}

const identityOf = ({ bearer, token }: Exchange): CallerIdentity | undefined =>
  bearer === undefined || token === undefined ? undefined : { bearer, token };

export const callerOf = ({ event }: Exchange): CallerOrigin => ({
  origin: headerOf(event, "origin"),
  referer: headerOf(event, "referer"),
});

/** An operation whose success is JSON by the contract; the answer is parsed too, so that nothing else can leak out. */
export function operation<
  Deps,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  route: Route<Params, Query, Body, Answer>,
  run: Operation<Deps, z.output<Body>, z.output<Params>, z.output<Query>, z.input<Answer>>,
  deps: () => Deps,
  { beforeBodyRefusal }: RawBodyCheck<Deps> = {},
): BoundOperation {
  buildInInitPhase(deps);
  const { schema, status } = route.success;
  const prepare = async (exchange: Exchange): Promise<PreparedCall> => {
    const { event, owner = "" } = exchange;
    const caller = callerOf(exchange);
    const params = parseWith(route.params, event.pathParameters ?? {});
    const query = parseWith(route.query, event.queryStringParameters ?? {});
    const body = await parseBody(route, exchange, async (raw) =>
      beforeBodyRefusal?.(deps(), { owner, body: raw, params, query, caller }),
    );
    return {
      body,
      run: async (reservation) => {
        const identity = identityOf(exchange);
        const answer = await run(deps(), { owner, body, params, query, caller, ...reservation, identity });
        return schema === undefined ? { statusCode: status } : jsonAnswer(status, schema.parse(answer));
      },
    };
  };
  return { route, prepare };
}

/** An operation that writes its own answer: a page, a file, or a status that depends on what was found. */
export function rawOperation<Deps, Params extends z.ZodType>(
  route: Route<Params>,
  run: (deps: Deps, params: z.output<Params>) => Promise<HttpAnswer>,
  deps: () => Deps,
): BoundOperation {
  buildInInitPhase(deps);
  return {
    route,
    prepare: async ({ event }) => {
      const params = parseWith(route.params, event.pathParameters ?? {});
      return { body: undefined, run: () => run(deps(), params) };
    },
  };
}

function parseWith<Schema extends z.ZodType>(schema: Schema | undefined, value: unknown): z.output<Schema> {
  // A route without the schema has an operation that does not read the value.
  if (schema === undefined) return z.custom<z.output<Schema>>().parse(undefined);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(refusalMessage(parsed.error));
  return parsed.data;
}

async function parseBody<Body extends z.ZodType>(
  route: Route<z.ZodType, z.ZodType, Body>,
  { event }: Exchange,
  beforeRefusal: (raw: Record<string, unknown>) => Promise<void>,
): Promise<z.output<Body>> {
  if (route.body === undefined) return parseWith<Body>(undefined, undefined);
  let raw: Record<string, unknown> | undefined;
  try {
    raw = readJsonObject(event) ?? (route.isBodyOptional ? {} : undefined);
    if (raw === undefined) throw invalid("invalid request body");
    return parseWith(route.body, raw);
  } catch (error) {
    if (error instanceof Refusal) await beforeRefusal(raw ?? {});
    throw error;
  }
}
