import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context } from "aws-lambda";
import * as z from "zod";
import { type FunctionDefinition, functions } from "../../../lib/functions.ts";
import { invocationContext } from "../../../shared/edge/gateway-event.ts";

/** The export of a function's file; the event's shape is the trigger's business. */
export type Invoke = (event: unknown, context: Context) => Promise<unknown>;

export interface HostedFunction extends FunctionDefinition {
  readonly invoke: Invoke;
}

const functionModule = z.object({
  handler: z.custom<Invoke>((value) => typeof value === "function", "exports no handler"),
});
const ROOT = resolve(import.meta.dirname, "../../..");

/** Answered while a caller waits, as opposed to work in the background. */
export const isForeground = ({ trigger }: FunctionDefinition): boolean =>
  trigger.kind === "routes" || trigger.kind === "fallback" || trigger.kind === "function-url";

/** Imports the very files that the cloud runs. The environment must be complete by now. */
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

/** Lambda ends a function at its timeout; ours cannot be ended, it is only no longer waited for. */
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
