import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context } from "aws-lambda";
import * as z from "zod";
import { type FunctionDefinition, functions } from "../../../lib/functions.ts";

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

/** The part of Lambda's context that functions read. */
function contextOf({ name, timeoutSeconds, memoryMb }: FunctionDefinition, requestId: string): Context {
  const endsAt = Date.now() + timeoutSeconds * 1000;
  const ignored = () => {};
  return {
    functionName: name,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    memoryLimitInMB: String(memoryMb),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
    done: ignored,
    fail: ignored,
    succeed: ignored,
  };
}

/** Lambda ends a function at its timeout; ours cannot be ended, it is only no longer waited for. */
export async function answerOf(target: HostedFunction, event: unknown, requestId: string): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const { name, timeoutSeconds } = target;
  const tooLate = (): void => reject(new Error(`${name} did not answer within ${timeoutSeconds} s`));
  const timer = setTimeout(tooLate, timeoutSeconds * 1000);
  try {
    return await Promise.race([target.invoke(event, contextOf(target, requestId)), late]);
  } finally {
    clearTimeout(timer);
  }
}
