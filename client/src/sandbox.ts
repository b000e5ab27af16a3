import { testClock } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { SandboxMessages } from "./sandbox-messages.ts";
import type { Transport } from "./transport.ts";
import type { TestClock } from "./types.ts";

const CLOCK = "/api/v1/sandbox/clock";
const KEY = { credential: "api-key" } as const;

/** Reads what test mode took, and moves its clock. Needs a key of test mode. */
export class Sandbox {
  /** Reads and deletes the mails of test mode. */
  readonly messages: SandboxMessages;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.messages = new SandboxMessages(transport);
  }

  /** Returns the present test time. */
  clock(options: CallOptions = {}): Promise<TestClock> {
    return this.#transport.json({ ...options, ...KEY, method: "GET", path: CLOCK }, testClock);
  }

  /** Moves test time ahead by 1 to 31,536,000 seconds. What becomes due by that happens within seconds. A lost answer is not tried again. */
  advance(seconds: number, options: CallOptions = {}): Promise<TestClock> {
    const json = { advance_seconds: seconds };
    return this.#transport.json({ ...options, ...KEY, method: "POST", path: CLOCK, json }, testClock);
  }
}
