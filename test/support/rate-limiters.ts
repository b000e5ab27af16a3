import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DynamoRateLimiter } from "../../shared/edge/dynamo/rate-limiter.ts";
import type { Clock } from "../../shared/kernel/clock.ts";
import type { RatePolicy } from "../../shared/kernel/rate-limit.ts";
import { countingMetrics, silentLog } from "./silent-telemetry.ts";

/** Builds the limiter of one environment on the table of a fixture. */
export const dynamoRateLimiter = (client: DynamoDBDocumentClient, policy: RatePolicy, clock: Clock) =>
  new DynamoRateLimiter(client, {
    table: "Ephemeral",
    policy,
    clock,
    log: silentLog,
    metrics: countingMetrics(),
    // The limiter lets a request through if the store takes too long. On a slow machine that would make a test fail.
    takeTimeoutMs: 60_000,
  });

/** The token bucket of textbooks: it holds fractions of tokens and refills whenever it is asked. */
export function referenceBucket({ refillPerSecond, burst }: RatePolicy) {
  let tokens = burst;
  let seenAt: number | undefined;
  return (now: number): boolean => {
    tokens = Math.min(burst, tokens + ((now - (seenAt ?? now)) * refillPerSecond) / 1000);
    seenAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

type Send = (command: object, options?: { readonly abortSignal?: AbortSignal }) => Promise<unknown>;

const clientThat = (send: Send) => ({ send }) as unknown as DynamoDBDocumentClient;
const sendOf = (client: DynamoDBDocumentClient) => client.send.bind(client) as Send;

export function countedClient(client: DynamoDBDocumentClient) {
  let calls = 0;
  const counted: Send = (command, options) => {
    calls += 1;
    return sendOf(client)(command, options);
  };
  return { client: clientThat(counted), calls: () => calls };
}

interface HeldCall {
  readonly draw: AbortSignal | undefined;
  readonly goOn: () => void;
  readonly fail: (error: Error) => void;
  readonly isOver: Promise<unknown>;
}

/**
 * Calls of this client wait until a test lets them continue or fail; all calls of one request for tokens share a
 * signal.
 */
export function heldClient(client: DynamoDBDocumentClient) {
  const held: HeldCall[] = [];
  const answeredDraws = new Set<AbortSignal | undefined>();
  const send: Send = (command, options) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const result = promise.then(() => sendOf(client)(command, options));
    const isOver = result.catch(() => {}).then(() => new Promise((then) => void setImmediate(then)));
    held.push({ draw: options?.abortSignal, goOn: resolve, fail: reject, isOver });
    return result;
  };
  /** Answers the oldest call, and waits until the code under test has reacted. */
  const answer = async (how: "goOn" | "fail") => {
    const call = held.shift();
    if (call === undefined) return;
    answeredDraws.add(call.draw);
    call[how](new Error("the store does not answer"));
    await call.isOver;
  };
  return {
    client: clientThat(send),
    answer,
    isHolding: () => held.length > 0,
    /** The number of requests for tokens that the store has begun to answer. */
    draws: () => answeredDraws.size,
    /** The number of requests for tokens that the store has answered completely. */
    drawsOver: () => answeredDraws.size - held.filter(({ draw }) => answeredDraws.has(draw)).length,
  };
}
