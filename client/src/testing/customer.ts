import type { Herald } from "../herald.ts";
import type { CustomerMessage, CustomerMessageAdded, SandboxChatMessage } from "../types.ts";
import { hasWanted, newestOf, pauseBelowLimit, shownWanted, type Wait, waitUntil } from "./looking.ts";
import { inTestMode } from "./test-mode.ts";

/** A chat message that a customer of test mode got. */
export interface ReceivedChatMessage extends SandboxChatMessage {
  /** The text of a text message, or the caption of a file; empty for other messages, such as those made from templates. */
  readonly text: string;
}

export interface ChatQuery {
  /** A part of the text or a pattern; by default any message matches, also one without a text. */
  readonly text?: string | RegExp;
}

export interface ChatWait extends ChatQuery, Wait {}

/** Thrown when the awaited chat message did not arrive. The message and `arrived` list those that did. */
export class ChatMessageNotFoundError extends Error {
  /** A constant by which this error is told apart from other errors. */
  override readonly name = "ChatMessageNotFoundError";
  /** The newest messages that the customer got. */
  readonly arrived: readonly ReceivedChatMessage[];

  constructor(message: string, arrived: readonly ReceivedChatMessage[]) {
    super(message);
    this.arrived = arrived;
  }
}

const MOST_ON_A_PAGE = 100;

/** A customer of test mode, who writes to you and gets your chat messages. */
export class Customer {
  /** The customer's phone number. */
  readonly phone: string;
  readonly #herald: Herald;

  constructor(phone: string, herald: Herald) {
    this.phone = phone;
    this.#herald = herald;
  }

  /** Writes as the customer: a text, or the platform's message object of any type. The message is in the history when the answer comes. */
  write(message: string | CustomerMessage): Promise<CustomerMessageAdded> {
    const written = typeof message === "string" ? { type: "text", text: { body: message } } : message;
    return this.#herald.sandbox.writeAs(this.phone, written);
  }

  /** Returns the newest matching message that the customer got, once it has arrived. Throws `ChatMessageNotFoundError` after `timeoutMs`. */
  waitFor({ text, ...wait }: ChatWait = {}): Promise<ReceivedChatMessage> {
    const looking = {
      look: async (signal: AbortSignal) => {
        for await (const one of this.#matching({ ...(text !== undefined && { text }) }, signal)) return one;
        return undefined;
      },
      pauseMs: pauseBelowLimit,
      missing: (waitedMs: number, isDelayed: boolean) => this.#missing(text, waitedMs, isDelayed),
    };
    return waitUntil(looking, wait);
  }

  /** Lists the messages that match now, newest first; without a query it lists all that the customer got. */
  async list(query: ChatQuery = {}): Promise<ReceivedChatMessage[]> {
    const found: ReceivedChatMessage[] = [];
    for await (const one of this.#matching(query)) found.push(one);
    return found;
  }

  async *#matching(
    { text = "" }: ChatQuery,
    signal?: AbortSignal,
  ): AsyncGenerator<ReceivedChatMessage, void, undefined> {
    const options = signal === undefined ? {} : { signal };
    for await (const sent of this.#herald.sandbox.sentTo(this.phone, { limit: MOST_ON_A_PAGE }, options)) {
      const one = { ...sent, text: textOf(sent.message) };
      if (hasWanted(one.text, text)) yield one;
    }
  }

  async #missing(text: ChatQuery["text"], timeoutMs: number, isDelayed: boolean): Promise<ChatMessageNotFoundError> {
    const wanted = `no chat message to ${this.phone}${text === undefined ? "" : ` with the text ${shownWanted(text)}`} within ${timeoutMs} ms`;
    if (isDelayed) return new ChatMessageNotFoundError(`${wanted}; the service took too long to answer`, []);
    const arrived = await newestOf(this.#matching({}));
    const shown = arrived.map(
      ({ sent_at, message, text: its }) => `  ${sent_at}  ${String(message.type)}: ${JSON.stringify(its)}`,
    );
    const others = arrived.length === 0 ? "the customer got nothing" : `these came, newest first:\n${shown.join("\n")}`;
    return new ChatMessageNotFoundError(`${wanted}; ${others}`, arrived);
  }
}

/** Returns what a reader sees as text in a message object of the platform. */
function textOf(message: SandboxChatMessage["message"]): string {
  const content = message[String(message.type)] as { readonly body?: unknown; readonly caption?: unknown } | undefined;
  const text = content?.body ?? content?.caption;
  return typeof text === "string" ? text : "";
}

/** Returns the customer of test mode with this phone number; by default one that no other test writes as. Needs a key of test mode. */
export const customer = (phone: string = freshPhone(), herald?: Herald): Customer =>
  new Customer(phone, inTestMode(herald));

const FRESH_NUMBERS = 10_000_000_000;

/** Makes a phone number that no other test writes as. */
export function freshPhone(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `+1999${String((high * 2 ** 20 + low) % FRESH_NUMBERS).padStart(10, "0")}`;
}
