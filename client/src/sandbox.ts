import { customerMessageAdded, sandboxChatMessagePage, testClock } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { everyItem, withCursor } from "./paging.ts";
import { SandboxMessages } from "./sandbox-messages.ts";
import type { Transport } from "./transport.ts";
import type {
  CustomerMessage,
  CustomerMessageAdded,
  SandboxChatMessage,
  SandboxChatMessagePage,
  SandboxChatMessageQuery,
  TestClock,
} from "./types.ts";

const CLOCK = "/api/v1/sandbox/clock";
const customer = (phone: string): string => `/api/v1/sandbox/customers/${encodeURIComponent(phone)}/messages`;
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

  /** Writes as a customer of test mode. The message is in the history when the answer comes. A lost answer is not tried again. */
  writeAs(phone: string, message: CustomerMessage, options: CallOptions = {}): Promise<CustomerMessageAdded> {
    const call = { ...options, ...KEY, method: "POST", path: customer(phone), json: message } as const;
    return this.#transport.json(call, customerMessageAdded);
  }

  /** Lists what a customer of test mode would have got, newest first, and fetches pages as the loop needs them. */
  sentTo(
    phone: string,
    query: Omit<SandboxChatMessageQuery, "cursor"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<SandboxChatMessage, void, undefined> {
    return everyItem(
      (cursor) => this.sentPage(phone, withCursor<SandboxChatMessageQuery>(query, cursor), options),
      ({ messages }) => messages,
    );
  }

  /** Returns one page, newest first. Continue with the answer's `next_cursor` while there is one. */
  sentPage(
    phone: string,
    query: SandboxChatMessageQuery = {},
    options: CallOptions = {},
  ): Promise<SandboxChatMessagePage> {
    const call = { ...options, ...KEY, method: "GET", path: customer(phone), query } as const;
    return this.#transport.json(call, sandboxChatMessagePage);
  }
}
