import type { IncomingMessage } from "node:http";
import { invalid, type Refusal } from "../../../shared/kernel/refusal.ts";

export interface BodyLimits {
  /** The longest time between two pieces from the client. Time in which we are not reading does not count. */
  readonly idleMs: number;
  readonly totalMs: number;
  /** The most bytes of a body. A client that sends more is disconnected. */
  readonly maxBytes: number;
}

export interface UploadLimits extends BodyLimits {
  /**
   * The time from the end of the body to the answer. The edge waits a little longer (`lib/cloud/constructs/edge.ts`).
   */
  readonly answerMs: number;
}

export const UPLOAD_LIMITS: UploadLimits = {
  idleMs: 15_000,
  totalMs: 120_000,
  maxBytes: 64 * 1024 * 1024,
  answerMs: 100_000,
};

/** Limits for draining a body that is no longer wanted. */
const DRAIN_IDLE_MS = 2000;
const DRAIN_MS = 30_000;

const tooSlow = (): Refusal => invalid("the upload took too long");
const cutOff = (): Refusal => invalid("the upload was cut off");
const endless = (): Refusal => invalid("the request body is too large");

/**
 * Yields the pieces of the body as they arrive. Throws a refusal if the client is too slow, sends too much, or
 * disconnects.
 */
export async function* piecesOf(request: IncomingMessage, limits: BodyLimits): AsyncGenerator<Buffer> {
  const endsAt = Date.now() + limits.totalMs;
  let seen = 0;
  // The answer uses the same socket, so a reader that stops early must not close it.
  const pieces: AsyncIterator<unknown> = request.iterator({ destroyOnReturn: false });
  for (;;) {
    const next = await within(pieces.next(), Math.min(limits.idleMs, endsAt - Date.now()));
    if (next.done) return;
    if (!Buffer.isBuffer(next.value)) continue;
    seen += next.value.length;
    if (seen > limits.maxBytes) throw endless();
    yield next.value;
  }
}

/**
 * Reads the rest of the body, because the server can only answer afterwards (requests of a web function are
 * half-duplex).
 */
export async function drain(request: IncomingMessage, { idleMs, totalMs, maxBytes }: BodyLimits): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const limits = { idleMs: Math.min(idleMs, DRAIN_IDLE_MS), totalMs: Math.min(totalMs, DRAIN_MS), maxBytes };
  for await (const _ of piecesOf(request, limits));
}

/** Returns the result of `work`, or throws when the answer takes too long after the end of the body. */
export async function answerInTime<T>(
  request: IncomingMessage,
  { answerMs }: UploadLimits,
  work: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let start = () => {};
  const late = new Promise<never>((_, reject) => {
    start = () => {
      timer = setTimeout(() => reject(new Error(`no answer to the upload within ${answerMs} ms`)), answerMs);
    };
  });
  request.once("end", start);
  try {
    return await Promise.race([work, late]);
  } finally {
    request.off("end", start);
    clearTimeout(timer);
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, ms));
  });
  // The client caused a broken connection, so it is not our error.
  const arrived = work.catch((): never => {
    throw cutOff();
  });
  try {
    return await Promise.race([arrived, late]);
  } finally {
    clearTimeout(timer);
    arrived.catch(() => {});
  }
}
