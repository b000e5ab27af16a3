import { setTimeout as pause } from "node:timers/promises";
import type { Fields, LocalStack } from "./local-stack.ts";

const REQUEST_TIMEOUT_MS = 10_000;
const CLIENTS = 6;
const BODY = "An ordinary body of a mail. ".repeat(36);
/**
 * The idempotency key of a request that died with the stack stays reserved for 30 s, so the service answers a repeated
 * request within this time.
 */
const RETRY_MS = 60_000;

/** A request, and its result if the client has got an answer. */
export interface Sending {
  readonly to: string;
  readonly key?: string | undefined;
  /** The ids that answers with 202 named; a second id would be a second notification. */
  readonly ids: Set<string>;
  /** The time of the first 202, in epoch milliseconds. */
  acceptedAt?: number;
  /** True if at least one of its requests was never answered. */
  wasCut: boolean;
}

export interface CrashStream {
  /** All requests that were sent, answered or not. */
  readonly sendings: readonly Sending[];
  /** Stops sending new requests. Requests with a key are repeated until they are answered. */
  finish(): Promise<void>;
}

export interface StreamOptions {
  readonly perSecond: number;
  /** Says whether the stack answers; otherwise new requests wait. */
  readonly isUp: () => boolean;
  /** Returns the address of the n-th request. */
  readonly addressOf: (n: number) => string;
}

/** Sends requests until `finish` is called. Every third request has an Idempotency-Key and is repeated until it is answered. */
export function crashStream(stack: LocalStack, { perSecond, isUp, addressOf }: StreamOptions): CrashStream {
  const sendings: Sending[] = [];
  const unanswered = new Set<Sending>();
  let isOver = false;

  const ask = async (sending: Sending): Promise<void> => {
    const headers = sending.key === undefined ? {} : { "idempotency-key": sending.key };
    const json = { recipient: sending.to, subject: `For ${sending.to}`, body: BODY };
    const options = { token: stack.file.demo.api_key, json, headers, timeoutMs: REQUEST_TIMEOUT_MS };
    const answer = await stack.call("POST", "/api/v1/notifications", options).catch(() => undefined);
    const fields: Fields = answer?.status === 202 ? answer.body : {};
    if (typeof fields.id === "string") {
      sending.ids.add(fields.id);
      sending.acceptedAt ??= Date.now();
      unanswered.delete(sending);
      return;
    }
    sending.wasCut = true;
    if (sending.key !== undefined) unanswered.add(sending);
  };

  const client = async (number: number): Promise<void> => {
    while (!isOver) {
      await pause((CLIENTS * 1000) / perSecond);
      if (!isUp()) continue;
      const [again] = number === 0 ? unanswered : [];
      if (again !== undefined) {
        // The request that is repeated next moves to the end of the queue, because its idempotency key may stay
        // reserved for a while.
        unanswered.delete(again);
        await ask(again);
        continue;
      }
      const n = sendings.length;
      const key = n % 3 === 0 ? `crash-${n}-${crypto.randomUUID()}` : undefined;
      const sending: Sending = { to: addressOf(n), key, ids: new Set(), wasCut: false };
      sendings.push(sending);
      await ask(sending);
    }
  };

  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  return {
    sendings,
    async finish() {
      isOver = true;
      await Promise.all(clients);
      for (const end = Date.now() + RETRY_MS; unanswered.size > 0 && Date.now() < end; ) {
        await Promise.all([...unanswered].slice(0, CLIENTS).map(ask));
        if (unanswered.size > 0) await pause(200);
      }
    },
  };
}
