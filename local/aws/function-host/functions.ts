import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context } from "aws-lambda";
import * as z from "zod";
import { type FunctionDefinition, functions } from "../../../lib/functions.ts";
import { invocationContext } from "../../../shared/edge/gateway-event.ts";

/** The handler that a function's file exports. The trigger determines the shape of its event. */
export type Invoke = (event: unknown, context: Context) => Promise<unknown>;

export interface HostedFunction extends FunctionDefinition {
  readonly invoke: Invoke;
}

const functionModule = z.object({
  handler: z.custom<Invoke>((value) => typeof value === "function", "exports no handler"),
});
const ROOT = resolve(import.meta.dirname, "../../..");

/** Says whether a caller waits for the function; the others run in the background. */
export const isForeground = ({ trigger }: FunctionDefinition): boolean =>
  trigger.kind === "routes" || trigger.kind === "fallback" || trigger.kind === "function-url";

/** Imports the function files, which the cloud runs too. All environment variables must be set before this call. */
export async function loadFunctions(
  isWanted: (definition: FunctionDefinition) => boolean,
): Promise<readonly HostedFunction[]> {
  return Promise.all(
    functions.filter(isWanted).map(async (definition) => {
      const loaded: unknown = await import(pathToFileURL(resolve(ROOT, definition.entry)).href);
      return { ...definition, invoke: functionModule.parse(loaded).handler };
    }),
  );
}

/** Lambda kills a function at its timeout. Here it cannot be killed, so the caller only stops waiting. */
export async function answerOf(target: HostedFunction, event: unknown, requestId: string): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const { name, timeoutSeconds } = target;
  const timeoutMs = timeoutSeconds * 1000;
  const tooLate = (): void => reject(new Error(`${name} did not answer within ${timeoutSeconds} s`));
  const timer = setTimeout(tooLate, timeoutMs);
  try {
    return await Promise.race([
      target.invoke(event, invocationContext({ functionName: name, requestId, timeoutMs })),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
