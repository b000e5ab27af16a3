import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { SqsError } from "./sqs-error.ts";

/** An operation whose input is the request's JSON. `signal` aborts when the client disconnects. */
type Operation = (input: unknown, signal: AbortSignal) => unknown;
/** Throws `SqsError` for an unknown operation. */
export type FindOperation = (name: string) => Operation;

/** A message has at most 1 MiB; the rest is room for JSON escapes and field names. */
const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
const TARGET_PREFIX = "AmazonSQS.";

/** Answers a request in the AWS JSON 1.0 protocol. It never throws: every failure becomes an answer. */
export async function answerSqs(find: FindOperation, request: IncomingMessage, response: ServerResponse) {
  const gone = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  try {
    const operation = find(operationName(request));
    const input = parseJson(await readBody(request));
    answer(response, 200, (await operation(input, gone.signal)) ?? {});
  } catch (error) {
    request.resume();
    answerError(response, error);
  }
}

/**
 * A browser cannot send this header to another origin without a preflight request, so no web page can use the engine.
 */
function operationName(request: IncomingMessage): string {
  const target = request.headers["x-amz-target"];
  if (request.method === "POST" && typeof target === "string" && target.startsWith(TARGET_PREFIX)) {
    return target.slice(TARGET_PREFIX.length);
  }
  throw new SqsError("InvalidAction", "A request is a POST with the header X-Amz-Target: AmazonSQS.<operation>.");
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early must not close the connection, because the answer is sent on it.
  const source: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of source) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) throw new SqsError("InvalidParameterValue", "The request is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw Object.assign(new SqsError("SerializationException", "The request is not JSON."), { cause });
  }
}

function answerError(response: ServerResponse, error: unknown): void {
  const known = knownError(error);
  if (!known) {
    answer(response, 500, { __type: "com.amazonaws.sqs#InternalFailure", message: "The queue engine failed." });
    return;
  }
  response.setHeader("x-amzn-query-error", `${known.queryCode};Sender`);
  answer(response, 400, { __type: `com.amazonaws.sqs#${known.code}`, message: known.message });
}

function knownError(error: unknown): SqsError | undefined {
  if (error instanceof SqsError) return error;
  if (!(error instanceof z.ZodError)) return undefined;
  const issue = error.issues[0];
  const name = issue?.path.join(".") ?? "";
  return issue?.code === "invalid_type"
    ? new SqsError("MissingParameter", `The request must contain the parameter ${name}, of the right type.`)
    : new SqsError("InvalidParameterValue", `The value for parameter ${name} is invalid.`);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/x-amz-json-1.0",
    "content-length": Buffer.byteLength(text),
    "x-amzn-requestid": randomUUID(),
  });
  response.end(text);
}
