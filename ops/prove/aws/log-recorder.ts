import * as z from "zod";
import type { Received, Recorder } from "../port.ts";
import type { AwsAt } from "./aws-at.ts";

/** A log line becomes readable some seconds after it was written, so the last minute is read again. */
const LATE_MS = 60_000;
const MAX_PAGES = 500;
const PATTERN = "{ $.recorded = 1 }";

const page = z.looseObject({
  events: z.array(z.looseObject({ eventId: z.string(), timestamp: z.number(), message: z.string() })).default([]),
  nextToken: z.string().optional(),
});
const line = z.looseObject({
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  atMs: z.number(),
});

interface LogRecorderOptions {
  readonly url: string;
  readonly logGroupName: string;
  readonly sharedMs?: number;
}

/**
 * CloudWatch Logs allows few of these requests a second, so concurrent callers share an answer that is not older than
 * this time.
 */
const SHARED_MS = 1000;

/** Reads the requests that the recording function wrote to its log. */
export class LogRecorder implements Recorder {
  readonly url: string;
  readonly #aws: AwsAt;
  readonly #logGroupName: string;
  readonly #received = new Map<string, Received>();
  readonly #sharedMs: number;
  #readUntilMs = 0;
  #reading: { readonly startedAt: number; readonly answer: Promise<readonly Received[]> } | undefined;

  constructor(aws: AwsAt, { url, logGroupName, sharedMs = SHARED_MS }: LogRecorderOptions) {
    this.url = url.replace(/\/$/, "");
    this.#aws = aws;
    this.#logGroupName = logGroupName;
    this.#sharedMs = sharedMs;
  }

  received(signal: AbortSignal): Promise<readonly Received[]> {
    const now = performance.now();
    if (this.#reading === undefined || now - this.#reading.startedAt >= this.#sharedMs)
      this.#reading = { startedAt: now, answer: this.#after(this.#reading?.answer, signal) };
    return this.#reading.answer;
  }

  /** Reads after the previous read has ended, so that no read moves the position of another. */
  async #after(before: Promise<unknown> | undefined, signal: AbortSignal): Promise<readonly Received[]> {
    await before?.catch(() => {});
    return this.#read(signal);
  }

  async #read(signal: AbortSignal): Promise<readonly Received[]> {
    let nextToken: string | undefined;
    let newestMs = this.#readUntilMs;
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const asked = {
        logGroupName: this.#logGroupName,
        filterPattern: PATTERN,
        startTime: Math.max(0, this.#readUntilMs - LATE_MS),
      };
      const input = nextToken === undefined ? asked : { ...asked, nextToken };
      const { events, nextToken: next } = page.parse(await this.#aws.json("logs", "FilterLogEvents", input, signal));
      for (const { eventId, timestamp, message } of events) {
        newestMs = Math.max(newestMs, timestamp);
        this.#received.set(eventId, line.parse(JSON.parse(message)));
      }
      nextToken = next;
      if (nextToken === undefined) {
        this.#readUntilMs = newestMs;
        return [...this.#received.values()];
      }
    }
    throw new Error(`the recorder's log has more than ${MAX_PAGES} pages`);
  }
}
