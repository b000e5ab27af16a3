import type * as z from "zod";
import { reasonOf } from "../../lib/reason.ts";
import type { Check } from "../doctor/check.ts";

export interface SmokeTarget {
  /** The {base_url}, with or without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly to: string;
  /** In this conversation a customer has sent a file, so that files can be tested in both directions. */
  readonly conversation?: string | undefined;
  /** The notification must be sent within this time. */
  readonly withinMs: number;
  /** Lists additional checks. A check that cannot be run does not fail the smoke test. */
  readonly checks?: readonly Check[];
}

export interface SmokeTools {
  readonly ask: (url: string, init: RequestInit) => Promise<Pick<Response, "status" | "text">>;
  readonly say: (line: string) => void;
  readonly now: () => number;
  /** This text makes the idempotency key and the subject unique. */
  readonly mark: string;
  readonly pollMs?: number;
}

/** Names the first step that failed, in `step`. */
export class SmokeError extends Error {
  override readonly name = "SmokeError";
  readonly step: string;

  constructor(step: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.step = step;
  }
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
interface SendOptions {
  readonly key?: string;
  readonly json?: unknown;
  readonly form?: FormData;
}
/** Sends a request. `path` may also be an absolute URL. */
export type Send = (method: "GET" | "POST", path: string, options?: SendOptions) => Promise<Answer>;

const REQUEST_MS = 15_000;

export type Step = (name: string, act: () => Promise<string>) => Promise<string>;
export interface Way {
  readonly target: SmokeTarget;
  readonly tools: SmokeTools;
}

export const stepsThat =
  ({ say, now }: SmokeTools): Step =>
  async (name, act) => {
    const startedAt = now();
    try {
      const seen = await act();
      say(`ok  ${name.padEnd(24)} ${seen} (${now() - startedAt} ms)`);
      return seen;
    } catch (error) {
      throw new SmokeError(name, reasonOf(error), { cause: error });
    }
  };

export function sender(url: string, { ask, mark }: SmokeTools): Send {
  return async (method, path, { key, json, form } = {}) => {
    const address = URL.canParse(path) ? path : `${url}${path}`;
    const answer = await ask(address, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_MS),
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { "content-type": "application/json", "idempotency-key": `smoke-${mark}` }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: form }),
    }).catch((cause: unknown) => {
      throw new Error(address, { cause });
    });
    return { status: answer.status, body: parsed(await answer.text()) };
  };
}

export function read<T>(schema: z.ZodType<T>, { status, body }: Answer, wanted: number): T {
  if (status !== wanted) throw new Error(`answered ${status} instead of ${wanted}: ${shown(body)}`);
  const found = schema.safeParse(body);
  if (!found.success) throw new Error(`answered ${wanted} with something else: ${shown(body)}`);
  return found.data;
}

export const shown = (body: unknown): string => JSON.stringify(body).slice(0, 300);

/** Parses a body. A body that is not JSON is returned as text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
