// Emulates Lambda's managed runtime for Node.js: it loads the handler of a bundle and handles invocations from the
// Runtime API (AWS Lambda Developer Guide, "Using the Lambda runtime API for custom runtimes"). It runs as a separate
// process with the function's environment.
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { AWS_LAMBDA_RUNTIME_API: api, LAMBDA_TASK_ROOT: root = "", _HANDLER: handlerName = "" } = process.env;
const [, taskRoot = root] = process.argv.slice(1);
const base = `http://${api}/2018-06-01/runtime`;
const agent = new Agent({ keepAlive: true });

type Handler = (event: unknown, context: object) => unknown;

const errorOf = (error: unknown): string => {
  const { name = "Error", message = String(error), stack = "" } = error instanceof Error ? error : {};
  return JSON.stringify({ errorType: name, errorMessage: message, trace: String(stack).split("\n") });
};

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request without a time limit, because the next invocation may be hours away. */
function ask(method: string, path: string, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${base}${path}`, { method, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () => resolve({ headers: response.headers, text: Buffer.concat(chunks).toString() }));
      response.once("error", reject);
    });
    outgoing.once("error", reject).end(body);
  });
}

async function load(): Promise<Handler> {
  const [file = "", name = ""] = handlerName.split(".");
  const module: unknown = await import(pathToFileURL(join(taskRoot, `${file}.mjs`)).href);
  const found: unknown = typeof module === "object" && module !== null ? Reflect.get(module, name) : undefined;
  if (typeof found !== "function") throw new Error(`${handlerName} is undefined or not exported`);
  return (event, context): unknown => Reflect.apply(found, undefined, [event, context]);
}

async function next(handler: Handler): Promise<void> {
  const { headers, text } = await ask("GET", "/invocation/next");
  const said = (name: string): string => String(headers[`lambda-runtime-${name}`] ?? "");
  const id = said("aws-request-id");
  const endsAt = Number(said("deadline-ms"));
  const event: unknown = JSON.parse(text);
  const context = {
    awsRequestId: id,
    invokedFunctionArn: said("invoked-function-arn"),
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
  };
  process.env._X_AMZN_TRACE_ID = said("trace-id");
  try {
    const answer = await handler(event, context);
    await ask("POST", `/invocation/${id}/response`, answer === undefined ? "null" : JSON.stringify(answer));
  } catch (error) {
    await ask("POST", `/invocation/${id}/error`, errorOf(error));
  }
}

try {
  const handler = await load();
  for (;;) await next(handler);
} catch (error) {
  await ask("POST", "/init/error", errorOf(error)).catch(() => {});
  process.stderr.write(`${errorOf(error)}\n`);
  process.exit(1);
}
