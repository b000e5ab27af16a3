import type { IncomingMessage } from "node:http";
import type * as z from "zod";
import { notAnObject } from "../kernel/json-object.ts";
import { buildInInitPhase } from "../kernel/once.ts";
import { Refusal } from "../kernel/refusal.ts";
import { type AlreadyThere, isAlreadyThere } from "./already-there.ts";
import { type BoundOperation, bindOperation, type OperationRequest, parseWith } from "./bound-operation.ts";
import { etagOf } from "./contract/entity-tag.ts";
import type { Credential, Credentials, Route } from "./contract/route.ts";
import { type HttpAnswer, jsonAnswer } from "./http-answer.ts";
import { jsonBodyOf, streamBodyOf, textBodyOf } from "./request-body.ts";
import type { HttpEvent } from "./request-context.ts";
import { isTagged, revisionIn, type Tagged } from "./tagged.ts";

export type { OperationRequest } from "./bound-operation.ts";

/** The function behind a route. It takes the dependencies and a request and answers as the contract says. */
export type Operation<Deps, Request, Answer> = (deps: Deps, request: Request) => Promise<Answer>;

export interface RawBodyCheck<Deps, Auth extends Credentials = readonly [Credential]> {
  /**
   * Runs only when the body is about to be refused, and may throw a refusal that comes before that one (403 before 400,
   * D1).
   */
  readonly beforeBodyRefusal?: (
    deps: Deps,
    request: OperationRequest<Record<string, unknown>, unknown, unknown, Auth>,
  ) => Promise<void>;
}

/**
 * How an operation repeats its answer under an idempotency key from what it has stored, so that the answer itself need
 * not be kept (D24).
 */
export interface Repetition<Deps, Request, Answer> {
  /** Returns undefined when the earlier request has stored nothing under its reserved id. */
  readonly again?: (deps: Deps, request: Request, reservedId: string) => Promise<Answer | undefined>;
}

/**
 * What becomes of an accepted answer under an idempotency key, where that depends on the answer or on the caller (D24). An
 * answer is read only when it is asked for.
 */
export interface Repeats<Deps, Request, Answer, Kept> {
  /** Tells whether the answer is kept for repeats. */
  readonly isKept?: (request: Request, answer: () => Kept) => boolean;
  /**
   * Judges the answer to an earlier request for the caller of this one. Returns undefined when the caller may see it as
   * it is, or another answer, and may throw a refusal.
   */
  readonly shown?: (deps: Deps, request: Request, answer: () => Kept) => Promise<Answer | undefined>;
}

/**
 * Makes an operation whose success is JSON. The answer is parsed by its schema too, so that it cannot contain anything
 * else.
 */
export function operation<
  Deps,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Auth extends Credentials,
>(
  route: Route<Params, Query, Body, Answer, Auth>,
  run: Operation<
    Deps,
    OperationRequest<z.output<Body>, z.output<Params>, z.output<Query>, Auth>,
    z.input<Answer> | Tagged<z.input<Answer>> | AlreadyThere<z.input<Answer>>
  >,
  deps: () => Deps,
  {
    beforeBodyRefusal,
    again,
    isKept,
    shown,
  }: RawBodyCheck<Deps, Auth> &
    Repetition<
      Deps,
      OperationRequest<z.output<Body>, z.output<Params>, z.output<Query>, Auth>,
      z.input<NoInfer<Answer>>
    > &
    Repeats<
      Deps,
      OperationRequest<z.output<Body>, z.output<Params>, z.output<Query>, Auth>,
      z.input<NoInfer<Answer>>,
      z.output<NoInfer<Answer>>
    > = {},
): BoundOperation {
  buildInInitPhase(deps);
  return bindOperation(route, {
    readBody: (event, requestOf) => readJson(route, event, async (raw) => beforeBodyRefusal?.(deps(), requestOf(raw))),
    answer: async (request) => answerBy(route, await run(deps(), request)),
    again:
      again &&
      (async (request, reservedId) => {
        const answer = await again(deps(), request, reservedId);
        return answer === undefined ? undefined : answerBy(route, answer);
      }),
    isKept: isKept && ((request, answer) => isKept(request, () => answerIn(route, answer))),
    shown:
      shown &&
      (async (request, earlier) => {
        const answer = await shown(deps(), request, () => answerIn(route, earlier));
        return answer === undefined ? earlier : { ...earlier, body: answerBy(route, answer).body ?? "" };
      }),
  });
}

/** Makes an operation that reads the body from its stream, for servers that do not read it themselves. */
export function streamOperation<
  Deps,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Answer extends z.ZodType,
  Auth extends Credentials,
>(
  route: Route<Params, Query, z.ZodType, Answer, Auth>,
  run: Operation<Deps, OperationRequest<IncomingMessage, z.output<Params>, z.output<Query>, Auth>, z.input<Answer>>,
  deps: () => Deps,
): BoundOperation {
  buildInInitPhase(deps);
  return bindOperation(route, {
    readBody: async (event) => streamBodyOf(event),
    answer: async (request) => answerBy(route, await run(deps(), request)),
  });
}

/** Makes an operation that reads its body as plain text, whatever the content type says, and answers only a status. */
export function textOperation<Deps>(
  route: Route,
  run: (deps: Deps, text: string) => Promise<void>,
  deps: () => Deps,
): BoundOperation {
  buildInInitPhase(deps);
  return bindOperation(route, {
    readBody: async (event) => textBodyOf(event),
    answer: async ({ body }) => {
      await run(deps(), body);
      return { statusCode: route.success.status };
    },
  });
}

/** Makes an operation that writes its own answer: a page, a file, or a status that depends on the result. */
export function rawOperation<Deps, Params extends z.ZodType, Query extends z.ZodType, Auth extends Credentials>(
  route: Route<Params, Query, z.ZodType, z.ZodType, Auth>,
  run: (
    deps: Deps,
    params: z.output<Params>,
    request: OperationRequest<undefined, z.output<Params>, z.output<Query>, Auth>,
  ) => Promise<HttpAnswer>,
  deps: () => Deps,
): BoundOperation {
  buildInInitPhase(deps);
  return bindOperation(route, {
    readBody: async () => undefined,
    answer: (request) => run(deps(), request.params, request),
  });
}

/** Makes the answer; throws if the operation and its contract do not agree on whether there is an ETag. */
function answerBy<Answer extends z.ZodType>(
  {
    operationId,
    success: { status, schema, hasTag, whenThere },
  }: Pick<Route<z.ZodType, z.ZodType, z.ZodType, Answer>, "operationId" | "success">,
  answer: z.input<Answer> | Tagged<z.input<Answer>> | AlreadyThere<z.input<Answer>>,
): HttpAnswer {
  if (isAlreadyThere(answer)) {
    if (whenThere === undefined || schema === undefined)
      throw new Error(`${operationId} has no answer for a known record`);
    return jsonAnswer(whenThere, schema.parse(answer.view));
  }
  if (isTagged(answer) !== (hasTag === true))
    throw new Error(`${operationId} and its contract do not agree on an ETag`);
  if (schema === undefined) return { statusCode: status };
  if (!isTagged(answer)) return jsonAnswer(status, schema.parse(answer));
  return jsonAnswer(status, schema.parse(answer.view), { etag: etagOf(revisionIn(answer)) });
}

/** Reads an answer of the route. */
function answerIn<Answer extends z.ZodType>(
  { operationId, success: { schema } }: Pick<Route<z.ZodType, z.ZodType, z.ZodType, Answer>, "operationId" | "success">,
  { body = "" }: HttpAnswer,
): z.output<Answer> {
  if (schema === undefined) throw new Error(`${operationId} has no body in its answer`);
  return schema.parse(JSON.parse(body));
}

async function readJson<Body extends z.ZodType>(
  { body, isBodyOptional, many }: Pick<Route<z.ZodType, z.ZodType, Body>, "body" | "isBodyOptional" | "many">,
  event: HttpEvent,
  beforeRefusal: (raw: Record<string, unknown>) => Promise<void>,
): Promise<z.output<Body>> {
  if (body === undefined) return parseWith<Body>(undefined, undefined);
  let raw: Record<string, unknown> | undefined;
  try {
    raw = jsonBodyOf(event, many) ?? (isBodyOptional ? {} : undefined);
    if (raw === undefined) throw notAnObject("nothing");
    return parseWith(body, raw);
  } catch (error) {
    if (error instanceof Refusal) await beforeRefusal(raw ?? {});
    throw error;
  }
}
