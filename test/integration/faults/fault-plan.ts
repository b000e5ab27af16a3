import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { directClient } from "../../support/direct-client.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

/** An effect of a process on the world outside may go wrong in these ways. */
export const MODES = [
  /** The effect does not happen, and the caller gets an error. */
  "refused",
  /** The effect happens, but the caller still gets an error. */
  "answer lost",
  /** The effect happens, and the SDK then repeats the call by itself. */
  "answer lost and tried again",
  /** The effect happens, and a direct call then leaves the call to the SDK, which makes it once. */
  "answer lost to a direct call",
  /** The process dies before the effect or just after it. Nothing that it does later reaches the world. */
  "dies before",
  "dies after",
] as const;
export type Mode = (typeof MODES)[number];

export interface Fault {
  /** The number of the effect counts from 1. */
  readonly at: number;
  /** Only effects of this name are counted. Without it, all are. */
  readonly of?: string;
  readonly mode: Mode;
}

/** Ends a process. No code may take this error for the outcome of an attempt, and doing so has no consequences. */
export class Died extends Error {
  override readonly name = "Died";
}

/** Returns an error whose name makes the SDK's own retry strategy recognise a lost connection. */
function outage(effect: string): Error {
  const error = new Error(`no answer to ${effect}`);
  error.name = "TimeoutError";
  return error;
}

/** Counts the effects of one process, and makes one of them go wrong. */
export class FaultPlan {
  /** Lists the effects in the order in which they began. */
  readonly effects: string[] = [];
  /** Names the effect that went wrong. */
  struck: string | undefined;
  #isDead = false;
  readonly #fault: Fault | undefined;

  constructor(fault: Fault | undefined) {
    this.#fault = fault;
  }

  /** Carries out an effect under the plan. `discard` receives an answer that nobody gets. */
  async effect<T>(name: string, carryOut: () => Promise<T>, discard: (answer: T) => void = () => {}): Promise<T> {
    this.#mustLive();
    this.effects.push(name);
    const isStruck = this.#isStruck(name);
    const result = isStruck ? await this.#strike(name, () => carryOut().then(discard)) : await carryOut();
    this.#mustLive();
    return result;
  }

  #isStruck(name: string): boolean {
    const { at, of } = this.#fault ?? {};
    if (of === undefined) return this.effects.length === at;
    return name === of && this.effects.filter((one) => one === of).length === at;
  }

  async #strike(name: string, carryOut: () => Promise<unknown>): Promise<never> {
    this.struck = name;
    const mode = this.#fault?.mode;
    if (mode === "dies before") throw this.#died(name);
    if (mode === "refused") throw outage(name);
    // Nobody gets the answer, not even a refusal.
    await carryOut().catch(() => {});
    throw mode === "dies after" ? this.#died(name) : outage(name);
  }

  #died(effect: string): Died {
    this.#isDead = true;
    return new Died(effect);
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  #mustLive(): void {
    if (this.isDead) throw new Died("the process is gone");
  }

  /** Makes every request of a client an effect. Repeated requests of the SDK and direct calls count too. */
  watch({ config }: WatchedClient): void {
    const { requestHandler } = config;
    const handle = requestHandler.handle.bind(requestHandler);
    requestHandler.handle = (request, options) =>
      this.effect(
        `${String(request.headers["x-amz-target"]).replace(/^.*\./, "")}Command`,
        () => handle(request, options),
        ({ response }) => response.body.resume(),
      );
  }
}

/** Describes the parts of an SDK client through which all of its requests pass. */
export interface WatchedClient {
  readonly config: {
    readonly requestHandler: {
      handle(request: WatchedRequest, options?: object): Promise<{ readonly response: WatchedResponse }>;
    };
  };
}
interface WatchedRequest {
  readonly headers: Readonly<Record<string, string>>;
}
interface WatchedResponse {
  readonly body: { resume(): unknown };
}

/** Creates the client of a process's tables with as many tries as the fault needs. `end` closes it. */
export function faultyTables(endpoint: string, plan: FaultPlan, fault: Fault | undefined) {
  const maxAttempts = fault?.mode === "answer lost and tried again" ? 3 : 1;
  const dynamo = new DynamoDBClient({ endpoint, region: "us-east-1", credentials: CREDENTIALS, maxAttempts });
  plan.watch(dynamo);
  const isDirect = fault?.mode === "answer lost to a direct call";
  const client = isDirect
    ? directClient(dynamo)
    : DynamoDBDocumentClient.from(dynamo, { marshallOptions: { removeUndefinedValues: true } });
  return { client, end: () => dynamo.destroy() };
}
