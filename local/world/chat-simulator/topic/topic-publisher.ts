import { postMessage } from "./post-message.ts";
import type { QueuedMessage, QueuedMessages } from "./queued-messages.ts";
import { type Signing, signedMessage, type UnsignedMessage } from "./sns-message.ts";
import type { Subscription } from "./subscription.ts";

export interface PublisherOptions {
  readonly topicArn: string;
  /** Returns the webhook's address, or undefined while it is unknown. */
  readonly webhookUrl: () => string | undefined;
  readonly signing: () => Signing;
  readonly queue: QueuedMessages;
  readonly subscription: Subscription;
  readonly onAttempt: () => void;
  readonly observer?: TopicObserver | undefined;
}

/** Counts what the topic publishes, and receives what goes to the queue of its redrive policy. */
export interface TopicObserver {
  readonly published: () => void;
  readonly delivered: () => void;
  /**
   * Receives a notification that was refused permanently or tried often enough, as the subscriber would have got it.
   */
  readonly undelivered: (notification: string) => void;
}

const PARALLEL = 16;
const BATCH = 64;
const ADDRESS_POLL_MS = 100;
const FIRST_ASK_WAIT_MS = 500;
const MAX_ASK_WAIT_MS = 2000;
const MAX_PAUSE_MS = 60_000;

/**
 * Delivers queued events, each at least once, as soon as the subscription is confirmed. The events of a lane are
 * delivered in order. A delivery that got a 5xx or no answer is repeated.
 */
export class TopicPublisher {
  readonly #options: PublisherOptions;
  readonly #abort = new AbortController();
  readonly #flying = new Map<number, Promise<void>>();
  readonly #underWay = new Set<string>();
  readonly #waiting = new Map<number, () => void>();
  #wake: () => void = () => undefined;
  #wakeUp: NodeJS.Immediate | undefined;
  #running: Promise<void> | undefined;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Delivers what is due in the queue. All calls within one turn of the event loop cause a single look at the queue. */
  wake(): void {
    this.#wakeUp ??= setImmediate(() => {
      this.#wakeUp = undefined;
      this.#wake();
    });
  }

  /** Resolves when the message was tried once, or after `limitMs`. */
  tried(seq: number, limitMs: number): Promise<void> {
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(seq);
        done();
      };
      const timer = setTimeout(end, limitMs);
      this.#waiting.set(seq, end);
    });
  }

  async close(): Promise<void> {
    this.#abort.abort();
    clearImmediate(this.#wakeUp);
    this.#wake();
    for (const end of [...this.#waiting.values()]) end();
    await Promise.all([this.#running, ...this.#flying.values()]);
  }

  async #run(): Promise<void> {
    let asked = 0;
    while (!this.#abort.signal.aborted) {
      const endpoint = this.#options.webhookUrl();
      if (endpoint === undefined) {
        await this.#pause(ADDRESS_POLL_MS);
      } else if (this.#options.subscription.isConfirmed(endpoint)) {
        asked = 0;
        // `#startDue` and the next wait must use the same time: both would miss an event that becomes due between two
        // readings of the clock.
        const nowMs = Date.now();
        this.#startDue(endpoint, nowMs);
        await this.#pause(this.#msToNext(nowMs));
      } else {
        await this.#options.subscription.ask(endpoint, this.#abort.signal);
        // The webhook may confirm the subscription while it answers, or some time later.
        if (!this.#options.subscription.isConfirmed(endpoint)) {
          await this.#pause(Math.min(MAX_ASK_WAIT_MS, FIRST_ASK_WAIT_MS * 2 ** Math.min(asked, 8)));
        }
        asked += 1;
      }
    }
  }

  #pause(ms: number): Promise<void> {
    if (this.#abort.signal.aborted) return Promise.resolve();
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.#wake = () => undefined;
        done();
      };
      const timer = setTimeout(end, ms);
      this.#wake = end;
    });
  }

  #msToNext(nowMs: number): number {
    const next = this.#options.queue.nextDueAtMs(nowMs);
    return Math.min(MAX_PAUSE_MS, next === undefined ? MAX_PAUSE_MS : Math.max(1, next - Date.now()));
  }

  #startDue(endpoint: string, nowMs: number): void {
    for (const message of this.#options.queue.due(nowMs, BATCH)) {
      if (this.#flying.size >= PARALLEL) return;
      if (this.#flying.has(message.seq) || this.#underWay.has(message.lane)) continue;
      this.#underWay.add(message.lane);
      this.#flying.set(message.seq, this.#deliver(endpoint, message));
    }
  }

  async #deliver(endpoint: string, queued: QueuedMessage): Promise<void> {
    const { signal } = this.#abort;
    if (queued.attempts === 0) this.#options.observer?.published();
    const signed = await signedMessage(this.#unsigned(queued), this.#options.signing());
    const status = await postMessage(endpoint, signed, signal).then(
      (answer) => answer.status,
      () => undefined,
    );
    this.#flying.delete(queued.seq);
    this.#underWay.delete(queued.lane);
    if (signal.aborted && status === undefined) return;
    this.#settle(queued, signed, status);
    this.#waiting.get(queued.seq)?.();
    this.#options.onAttempt();
    this.wake();
  }

  /** As with the topic service, client errors are final, except 429. */
  #settle(queued: QueuedMessage, signed: object, status: number | undefined): void {
    const { queue, observer } = this.#options;
    if ((status === undefined || status >= 500 || status === 429) && queue.retry(queued)) return;
    queue.done(queued);
    if (status !== undefined && status < 300) observer?.delivered();
    else observer?.undelivered(JSON.stringify(signed));
  }

  #unsigned({ sns_id, message, created_at_ms }: QueuedMessage): UnsignedMessage {
    const { topicArn, signing } = this.#options;
    return {
      Type: "Notification",
      MessageId: sns_id,
      TopicArn: topicArn,
      Message: message,
      Timestamp: new Date(created_at_ms).toISOString(),
      UnsubscribeURL: `${signing().origin}/?${new URLSearchParams({ Action: "Unsubscribe", SubscriptionArn: topicArn })}`,
    };
  }
}
