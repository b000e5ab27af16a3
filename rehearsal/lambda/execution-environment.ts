import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { FunctionSettings, Platform } from "./platform.ts";

export type Outcome =
  | { readonly kind: "answered"; readonly payload: string }
  /** What Lambda puts into the payload of a function error. */
  | { readonly kind: "failed"; readonly errorType: string; readonly errorMessage: string };

/** One process of a function, for one invocation at a time. */
export interface ExecutionEnvironment {
  /** Over within the function's timeout. */
  invoke(payload: string): Promise<Outcome>;
  readonly isBroken: boolean;
  stop(): Promise<void>;
}

const RUNTIME = fileURLToPath(new URL("./runtime.ts", import.meta.url));
/** Lambda gives a function ten seconds to start (AWS Lambda Developer Guide, "Init phase"); a shared machine gets more. */
const INIT_MS = 30_000;
const MAX_PAYLOAD_BYTES = 6_291_556;

interface Waiting {
  readonly id: string;
  readonly payload: string;
  readonly endsAt: number;
  settle(outcome: Outcome): void;
}

/** Starts a process with exactly the function's variables and those that Lambda reserves, behind a Runtime API of its own. */
export async function startExecutionEnvironment(fn: FunctionSettings, platform: Platform): Promise<ExecutionEnvironment> {
  let current: Waiting | undefined;
  let asking: ServerResponse | undefined;
  let isBroken = false;
  const ready = Promise.withResolvers<void>();

  const hand = (): void => {
    if (asking === undefined || current === undefined) return;
    const response = asking;
    asking = undefined;
    const headers = {
      "content-type": "application/json",
      "lambda-runtime-aws-request-id": current.id,
      "lambda-runtime-deadline-ms": String(current.endsAt),
      "lambda-runtime-invoked-function-arn": fn.arn,
      "lambda-runtime-trace-id": `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomUUID().replaceAll("-", "").slice(0, 24)}`,
    };
    response.writeHead(200, headers).end(current.payload);
  };
  const settle = (outcome: Outcome): void => {
    const waiting = current;
    current = undefined;
    waiting?.settle(outcome);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? "";
    if (url.endsWith("/invocation/next")) {
      asking = response;
      ready.resolve();
      return hand();
    }
    const text = await textOf(request);
    response.writeHead(202).end();
    if (url.endsWith("/response")) settle(outcomeOf(text));
    else if (url.endsWith("/error") && !url.endsWith("/init/error")) settle(failureOf(text));
    else if (url.endsWith("/init/error")) ready.reject(new Error(failureOf(text).errorMessage));
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  const child = launch(fn, platform, `127.0.0.1:${port}`);
  const ended = new Promise<void>((resolve) => {
    child.once("close", (code, signal) => {
      isBroken = true;
      ready.reject(new Error(`the process ended at its start (${signal ?? code})`));
      settle({ kind: "failed", errorType: "Runtime.ExitError", errorMessage: `Runtime exited (${signal ?? code})` });
      resolve();
    });
  });
  const end = async (): Promise<void> => {
    isBroken = true;
    child.kill("SIGKILL");
    await ended;
    server.close();
    server.closeAllConnections();
  };
  const late = setTimeout(() => ready.reject(new Error(`it was not ready within ${INIT_MS / 1000} s`)), INIT_MS);
  try {
    await ready.promise;
  } catch (error) {
    await end();
    throw error;
  } finally {
    clearTimeout(late);
  }
  return {
    get isBroken() {
      return isBroken;
    },
    stop: end,
    async invoke(payload) {
      const timeoutMs = fn.timeoutSeconds * 1000;
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      current = { id: randomUUID(), payload, endsAt: Date.now() + timeoutMs, settle: resolve };
      hand();
      const timer = setTimeout(() => {
        const message = `${current?.id} Task timed out after ${fn.timeoutSeconds.toFixed(2)} seconds`;
        settle({ kind: "failed", errorType: "Sandbox.Timedout", errorMessage: message });
        void end();
      }, timeoutMs);
      const outcome = await promise;
      clearTimeout(timer);
      return outcome;
    },
  };
}

function launch(fn: FunctionSettings, { preload, onLine, reserved }: Platform, api: string): ChildProcess {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", `--max-old-space-size=${fn.memoryMb}`, "--import", preload, RUNTIME, fn.folder],
    { env: { ...fn.environment, ...reserved(fn), AWS_LAMBDA_RUNTIME_API: api }, cwd: fn.folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", (line) => onLine(fn.name, line));
  return child;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function outcomeOf(payload: string): Outcome {
  if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return { kind: "answered", payload };
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${MAX_PAYLOAD_BYTES} bytes).`;
  return { kind: "failed", errorType: "Function.ResponseSizeTooLarge", errorMessage };
}

function failureOf(text: string): { kind: "failed"; errorType: string; errorMessage: string } {
  const { errorType = "Error", errorMessage = text }: { errorType?: string; errorMessage?: string } = JSON.parse(text);
  return { kind: "failed", errorType, errorMessage };
}
