import { setTimeout as pause } from "node:timers/promises";
import { type ExecutionEnvironment, startExecutionEnvironment } from "./execution-environment.ts";
import type { FunctionSettings, Platform } from "./platform.ts";
import type { Outcome } from "./runtime-api.ts";

export interface Failure {
  readonly functionName: string;
  readonly errorType: string;
  readonly errorMessage: string;
}

/** The functions of a deployment, by name. */
export interface Lambda {
  /** Runs a function and waits. Throws where there is no such function. */
  invoke(name: string, event: unknown): Promise<Outcome>;
  /** Runs it later, and again after an error as often as it may. Over when the last try is. */
  invokeAsync(name: string, event: unknown): Promise<void>;
  /** Function errors, starts that failed, and timeouts. */
  readonly failures: readonly Failure[];
  /** Environments that were started, by function. */
  readonly starts: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export interface LambdaOptions {
  readonly functions: readonly FunctionSettings[];
  readonly platform: Platform;
  /** Of asynchronous calls, by function; two, as with Lambda, where there is none. */
  readonly retries: ReadonlyMap<string, number>;
}

const RETRIES = 2;
/** Lambda waits one minute and then two; a rehearsal does not have as long. */
const RETRY_AFTER_MS = 2_000;
const MAX_WAITING = 1_000;

export function startLambda({ functions, platform, retries }: LambdaOptions): Lambda {
  const pools = new Map(functions.map((fn) => [fn.name, new Pool(fn, platform)]));
  const failures: Failure[] = [];
  const run = async (name: string, event: unknown): Promise<Outcome> => {
    const pool = pools.get(name);
    if (pool === undefined) throw new Error(`there is no function ${name}`);
    const outcome = await pool.invoke(JSON.stringify(event));
    if (outcome.kind === "failed") failures.push({ functionName: name, ...outcome });
    return outcome;
  };
  return {
    failures,
    invoke: run,
    async invokeAsync(name, event) {
      for (let left = retries.get(name) ?? RETRIES; ; left -= 1) {
        const { kind } = await run(name, event);
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

/** Environments of one function: an idle one is used again, and another is started while there may be more. */
class Pool {
  started = 0;
  readonly #fn: FunctionSettings;
  readonly #platform: Platform;
  readonly #idle: ExecutionEnvironment[] = [];
  readonly #all = new Set<ExecutionEnvironment>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(fn: FunctionSettings, platform: Platform) {
    this.#fn = fn;
    this.#platform = platform;
  }

  async invoke(payload: string): Promise<Outcome> {
    if (this.#running >= this.#fn.concurrency) {
      if (this.#waiting.length >= MAX_WAITING) return failed("TooManyRequestsException", "Rate Exceeded.");
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
    try {
      const environment = this.#living() ?? (await this.#start());
      const outcome = await environment.invoke(payload);
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

  /** An idle one; those whose process has ended meanwhile are left out. */
  #living(): ExecutionEnvironment | undefined {
    for (let one = this.#idle.pop(); one !== undefined; one = this.#idle.pop()) {
      if (!one.isBroken) return one;
      this.#all.delete(one);
    }
    return undefined;
  }

  async #start(): Promise<ExecutionEnvironment> {
    this.started += 1;
    const environment = await startExecutionEnvironment(this.#fn, this.#platform);
    this.#all.add(environment);
    return environment;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#all].map((environment) => environment.stop()));
  }
}

const failed = (errorType: string, errorMessage: string): Outcome => ({ kind: "failed", errorType, errorMessage });
