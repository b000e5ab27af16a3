import { setTimeout as pause } from "node:timers/promises";
import type { Faults } from "../faults.ts";
import type { PutMetric } from "../metrics/metric-store.ts";
import { functionName } from "../resources/kinds.ts";
import { type ExecutionEnvironment, startExecutionEnvironment } from "./execution-environment.ts";
import type { FunctionSettings, Platform } from "./platform.ts";
import type { Outcome } from "./runtime-api.ts";

export interface Failure {
  readonly functionName: string;
  readonly errorType: string;
  readonly errorMessage: string;
}

/** Runs the functions of a deployment by name. */
export interface Lambda {
  /**
   * Runs a function and waits for its outcome. `target` is its name or ARN, with or without an alias. Throws if there
   * is no such function.
   */
  invoke(target: string, event: unknown): Promise<Outcome>;
  /** Runs a function later and repeats it after an error. Resolves after the last run. */
  invokeAsync(target: string, event: unknown): Promise<void>;
  /** Lists errors of functions, failed starts and timeouts. */
  readonly failures: readonly Failure[];
  /** Counts the started environments of each function. */
  readonly starts: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export interface LambdaOptions {
  readonly functions: readonly FunctionSettings[];
  readonly platform: Platform;
  /** Maps functions to the retries of their asynchronous calls. The default is two, as in Lambda. */
  readonly retries: ReadonlyMap<string, number>;
  readonly put: PutMetric;
  /** A broken function dies in every call, or handles each call in another process. */
  readonly faults: Faults;
}

const RETRIES = 2;
/** Lambda waits one minute before the first retry and then two, which would take too long here. */
const RETRY_AFTER_MS = 2_000;
const MAX_WAITING = 1_000;
const THROTTLED = "TooManyRequestsException";
/** A first deployment creates this version. */
const VERSION = "1";

export function startLambda({ functions, platform, retries, put, faults }: LambdaOptions): Lambda {
  const pools = new Map(functions.map((fn) => [fn.name, new Pool(fn, platform, faults)]));
  const failures: Failure[] = [];
  const run = async (target: string, event: unknown): Promise<Outcome> => {
    const name = functionName(target);
    const pool = pools.get(name);
    if (pool === undefined) throw new Error(`there is no function ${name}`);
    const outcome = await pool.invoke(JSON.stringify(event));
    putInvocation(target, outcome, put);
    if (outcome.kind === "failed") platform.onLine(name, failureLine(outcome));
    if (outcome.kind === "failed") failures.push({ functionName: name, ...outcome });
    return outcome;
  };
  return {
    failures,
    invoke: run,
    async invokeAsync(target, event) {
      for (let left = retries.get(functionName(target)) ?? RETRIES; ; left -= 1) {
        const { kind } = await run(target, event);
        if (kind === "answered" || left <= 0) return;
        await pause(RETRY_AFTER_MS);
      }
    },
    get starts() {
      return new Map([...pools].map(([name, { started }]) => [name, started]));
    },
    async stop() {
      await Promise.all([...pools.values()].map((pool) => pool.stop()));
    },
  };
}

/**
 * Returns Lambda's own log line for a failed call (AWS Lambda Developer Guide, "Lambda telemetry API Event schema
 * reference").
 */
function failureLine({ errorType }: Extract<Outcome, { kind: "failed" }>): string {
  const status = errorType === "Sandbox.Timedout" ? "timeout" : "error";
  return JSON.stringify({ time: new Date().toISOString(), type: "platform.report", record: { status, errorType } });
}

/**
 * Counts an invocation by function, by alias, and by the version behind the alias (AWS Lambda Developer Guide, "Types
 * of metrics for Lambda functions").
 */
function putInvocation(target: string, outcome: Outcome, put: PutMetric): void {
  const FunctionName = functionName(target);
  const alias = target.split(":").at(target.startsWith("arn:") ? 7 : 1);
  const ofFunction = { FunctionName };
  const ofAlias = { FunctionName, Resource: `${FunctionName}:${alias}` };
  const all = alias === undefined ? [ofFunction] : [ofFunction, ofAlias, { ...ofAlias, ExecutedVersion: VERSION }];
  const isThrottled = outcome.kind === "failed" && outcome.errorType === THROTTLED;
  for (const dimensions of all) {
    const count = (name: string, value: number): void => put({ namespace: "AWS/Lambda", name }, dimensions, value);
    count("Throttles", isThrottled ? 1 : 0);
    if (isThrottled) continue;
    count("Invocations", 1);
    count("Errors", outcome.kind === "failed" ? 1 : 0);
  }
}

/**
 * Manages the environments of one function. It reuses an idle one, and otherwise starts another if the limit allows.
 */
class Pool {
  started = 0;
  readonly #fn: FunctionSettings;
  readonly #platform: Platform;
  readonly #faults: Faults;
  readonly #idle: ExecutionEnvironment[] = [];
  readonly #all = new Set<ExecutionEnvironment>();
  readonly #starting = new Set<Promise<ExecutionEnvironment>>();
  #isStopped = false;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(fn: FunctionSettings, platform: Platform, faults: Faults) {
    this.#fn = fn;
    this.#platform = platform;
    this.#faults = faults;
  }

  async invoke(payload: string): Promise<Outcome> {
    if (this.#running >= this.#fn.concurrency) {
      if (this.#waiting.length >= MAX_WAITING) return failed(THROTTLED, "Rate Exceeded.");
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
    try {
      const environment = this.#living() ?? (await this.#start());
      const outcome = await this.#invokeIn(environment, payload);
      if (environment.isBroken) this.#all.delete(environment);
      else this.#idle.push(environment);
      return outcome;
    } catch (error) {
      return failed("Runtime.InitError", error instanceof Error ? error.message : String(error));
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #invokeIn(environment: ExecutionEnvironment, payload: string): Promise<Outcome> {
    const running = environment.invoke(payload);
    if (this.#faults.isBroken("crash", this.#fn.name)) await environment.stop();
    return running;
  }

  /** Returns an idle environment, and drops those whose process has ended. */
  #living(): ExecutionEnvironment | undefined {
    if (this.#faults.isBroken("process", this.#fn.name)) return undefined;
    for (let one = this.#idle.pop(); one !== undefined; one = this.#idle.pop()) {
      if (!one.isBroken) return one;
      this.#all.delete(one);
    }
    return undefined;
  }

  async #start(): Promise<ExecutionEnvironment> {
    if (this.#isStopped) throw new Error("no function starts any more");
    this.started += 1;
    const starting = startExecutionEnvironment(this.#fn, this.#platform);
    this.#starting.add(starting);
    try {
      const environment = await starting;
      this.#all.add(environment);
      return environment;
    } finally {
      this.#starting.delete(starting);
    }
  }

  /** Ends all processes of the function and prevents new ones. A process that is starting is awaited and then ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const one of await Promise.allSettled(this.#starting))
      if (one.status === "fulfilled") this.#all.add(one.value);
    await Promise.all([...this.#all].map((environment) => environment.stop()));
  }
}

const failed = (errorType: string, errorMessage: string): Outcome => ({ kind: "failed", errorType, errorMessage });
