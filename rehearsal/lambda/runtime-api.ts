import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as z from "zod";
import { wholeBody } from "../http/whole-body.ts";

export type Outcome =
  | { readonly kind: "answered"; readonly payload: string }
  /** The payload of a failed function contains this error. */
  | { readonly kind: "failed"; readonly errorType: string; readonly errorMessage: string };

interface Invocation {
  readonly id: string;
  readonly payload: string;
  readonly endsAt: number;
  settle(outcome: Outcome): void;
}

const API = "/2018-06-01/runtime";
/** Lambda limits the answer of a synchronous call to this size (AWS Lambda Developer Guide, "Lambda quotas"). */
const MAX_PAYLOAD_BYTES = 6_291_556;
/** More than the quota is read, so that the error can say by how much an answer exceeds it. */
const MAX_READ_BYTES = 64_000_000;

const failure = z.looseObject({ errorType: z.string().default("Error"), errorMessage: z.string().default("") });

/** Emulates Lambda's Runtime API for one environment, which handles one invocation at a time. */
export class RuntimeApi {
  /** Resolves when the function asks for its first invocation. Rejects if its start fails. */
  readonly ready: Promise<void>;
  readonly #readiness = Promise.withResolvers<void>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });
  readonly #functionArn: string;
  #current: Invocation | undefined;
  #asking: ServerResponse | undefined;

  constructor(functionArn: string) {
    this.#functionArn = functionArn;
    this.ready = this.#readiness.promise;
    // The waiting caller handles the failure. Without one, nobody needs to.
    this.ready.catch(() => {});
  }

  /** Starts the server and returns the value of `AWS_LAMBDA_RUNTIME_API`. */
  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the Runtime API has no port");
    return `127.0.0.1:${address.port}`;
  }

  invoke(payload: string, timeoutMs: number): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.#current = { id: randomUUID(), payload, endsAt: Date.now() + timeoutMs, settle: resolve };
    this.#hand();
    return promise;
  }

  /** Fails the running invocation, or the start if it has not finished. */
  fail(errorType: string, errorMessage: string): void {
    this.#readiness.reject(new Error(errorMessage));
    this.#settle({ kind: "failed", errorType, errorMessage });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #settle(outcome: Outcome): void {
    const invocation = this.#current;
    this.#current = undefined;
    invocation?.settle(outcome);
  }

  #hand(): void {
    if (this.#asking === undefined || this.#current === undefined) return;
    const trace = randomUUID().replaceAll("-", "").slice(0, 24);
    const headers = {
      "content-type": "application/json",
      "lambda-runtime-aws-request-id": this.#current.id,
      "lambda-runtime-deadline-ms": String(this.#current.endsAt),
      "lambda-runtime-invoked-function-arn": this.#functionArn,
      "lambda-runtime-trace-id": `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${trace}`,
    };
    this.#asking.writeHead(200, headers).end(this.#current.payload);
    this.#asking = undefined;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").slice(API.length);
    if (path === "/invocation/next") {
      this.#asking = response;
      this.#readiness.resolve();
      this.#hand();
      return;
    }
    const text = (await wholeBody(request, MAX_READ_BYTES)).toString();
    response.writeHead(202).end();
    if (path === "/init/error") this.fail("Runtime.InitError", failure.parse(JSON.parse(text)).errorMessage);
    else if (path.endsWith("/error")) this.#settle({ kind: "failed", ...failure.parse(JSON.parse(text)) });
    else this.#settle(sized(text));
  }
}

function sized(payload: string): Outcome {
  if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return { kind: "answered", payload };
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${MAX_PAYLOAD_BYTES} bytes).`;
  return { kind: "failed", errorType: "Function.ResponseSizeTooLarge", errorMessage };
}
