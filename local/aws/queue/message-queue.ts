import { FairOrder } from "./fair-order.ts";
import { HiddenMessages } from "./hidden-messages.ts";
import { oldestSentAt } from "./message-age.ts";
import type { MessageFile, Schedule, StoredMessage } from "./message-file.ts";
import type { Entry } from "./message-group.ts";
import { MessageTally, type QueueCounts } from "./message-tally.ts";
import { type QueueDefinition, queueArn } from "./queue-definition.ts";
import { type Receipt, readReceiptHandle, receiptHandle } from "./receipt-handle.ts";
import { messageNotAvailable, messageNotInflight } from "./sqs-error.ts";
import { type Receive, WaitingReceivers } from "./waiting-receivers.ts";

export interface Received extends StoredMessage {
  readonly schedule: Readonly<Schedule>;
  readonly receiptHandle: string;
}

/**
 * One queue. The schedule of its messages is in memory and in the file; bodies are only in the file. Callers answer
 * their client after `file.committed()`.
 */
export class MessageQueue {
  readonly definition: QueueDefinition;
  readonly #file: MessageFile;
  readonly #now: () => number;
  readonly #entries = new Map<number, Entry>();
  readonly #tally = new MessageTally();
  readonly #receivers = new WaitingReceivers<Received>((receive) => this.#take(receive));
  readonly #hidden = new HiddenMessages(
    () => this.lookAgain(),
    () => this.#now(),
  );
  #order = new FairOrder();
  #deadLetterQueue: MessageQueue | undefined;

  constructor(definition: QueueDefinition, file: MessageFile, now: () => number) {
    this.definition = definition;
    this.#file = file;
    this.#now = now;
  }

  redriveTo(queue: MessageQueue): void {
    this.#deadLetterQueue = queue;
  }

  /** Replaces the state in memory by what the file holds, at the start and after a failed write. */
  load(schedules: readonly Schedule[]): void {
    this.#forgetAll();
    for (const schedule of schedules) this.#hide({ ...schedule, state: "gone", readyAt: 0 });
    this.#hidden.wakeSoon();
  }

  send(message: StoredMessage, { group, delaySeconds }: { group: string | null; delaySeconds: number }): void {
    const sentAt = this.#now();
    const at = { queue: this.definition.name, group, sentAt, visibleAt: sentAt + delaySeconds * 1000 };
    const seq = this.#file.insert(at, message);
    this.#admit({ ...at, seq, receives: 0, queueReceives: 0, firstReceivedAt: null, state: "gone", readyAt: 0 });
  }

  /** Answers as soon as there is at least one message. Answers with none when the wait is over or `signal` aborts. */
  receive(receive: Receive): Promise<Received[]> {
    this.#release();
    return this.#receivers.receive(receive);
  }

  /**
   * Deletes the message that was received with this handle. If it was received again since, it belongs to another
   * receiver: the call succeeds and deletes nothing (SQS: with an old handle "the message might not be deleted").
   */
  delete(handle: string): void {
    const receipt = this.#read(handle);
    const entry = this.#entries.get(receipt.seq);
    if (entry?.receives === receipt.receive) this.#remove(entry);
  }

  /** Hides a message in flight for `seconds` from now; 0 makes it ready at once. */
  changeVisibility(handle: string, seconds: number): void {
    const receipt = this.#read(handle);
    const entry = this.#entries.get(receipt.seq);
    if (!entry || entry.receives !== receipt.receive) throw messageNotAvailable(handle);
    if (entry.state !== "inFlight") throw messageNotInflight();
    entry.visibleAt = this.#now() + seconds * 1000;
    this.#file.hidden(entry);
    this.#hidden.add(entry);
    this.#release();
  }

  purge(): void {
    this.#file.purged(this.definition.name);
    this.#forgetAll();
  }

  get waiting(): number {
    return this.#receivers.count;
  }

  counts(): QueueCounts {
    return this.#tally.counts();
  }

  /** Returns when the longest waiting message became ready, in epoch milliseconds. */
  oldestReadyAt(): number | undefined {
    return this.#order.oldestReadyAt();
  }

  oldestSentAt(): number | undefined {
    return oldestSentAt(this.#entries.values());
  }

  /** Answers waiting receivers with no messages and stops the timer. */
  close(): void {
    this.#hidden.clear();
    this.#receivers.close();
  }

  #read(handle: string): Receipt {
    return readReceiptHandle(this.#file.secret, this.definition.name, handle);
  }

  /** Adds a message that is new in this queue: it was sent, or redriven from another queue. */
  #admit(entry: Entry): void {
    this.#hide(entry);
    this.#release();
  }

  #hide(entry: Entry): void {
    this.#entries.set(entry.seq, entry);
    const isInFlight = entry.queueReceives > 0 && entry.visibleAt > this.#now();
    if (isInFlight) this.#order.enteredBefore(entry.group);
    this.#tally.move(entry, isInFlight ? "inFlight" : "delayed");
    this.#hidden.add(entry);
  }

  #take({ max, visibilityMs }: Receive): Received[] {
    const taken: Received[] = [];
    while (taken.length < max) {
      const entry = this.#order.take();
      if (!entry) break;
      taken.push(this.#received(entry, visibilityMs));
    }
    if (taken.length > 0) this.#hidden.setTimer();
    return taken;
  }

  #received(entry: Entry, visibilityMs: number): Received {
    const now = this.#now();
    entry.visibleAt = now + visibilityMs;
    entry.receives += 1;
    entry.queueReceives += 1;
    entry.firstReceivedAt ??= now;
    this.#tally.move(entry, "inFlight");
    this.#hidden.add(entry);
    this.#file.received(entry);
    const receipt = { seq: entry.seq, receive: entry.receives };
    return {
      ...this.#file.read(entry.seq),
      schedule: { ...entry },
      receiptHandle: receiptHandle(this.#file.secret, this.definition.name, receipt),
    };
  }

  /**
   * Makes messages ready whose time has come, or moves them to the dead-letter queue. Then it serves waiting receivers.
   */
  #release(): void {
    const now = this.#now();
    for (let entry = this.#hidden.takeDue(now); entry; entry = this.#hidden.takeDue(now)) this.#surface(entry, now);
    this.#receivers.serve();
    this.#hidden.setTimer();
  }

  #surface(entry: Entry, now: number): void {
    if (entry.state === "inFlight") this.#order.left(entry.group);
    const limit = this.definition.deadLetter?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
    if (this.#deadLetterQueue && entry.queueReceives >= limit) this.#redrive(entry, this.#deadLetterQueue);
    else {
      entry.readyAt = now;
      this.#tally.move(entry, "ready");
      this.#order.add(entry);
    }
  }

  #redrive(entry: Entry, target: MessageQueue): void {
    this.#entries.delete(entry.seq);
    this.#tally.move(entry, "gone");
    const moved = { ...entry, queue: target.definition.name, visibleAt: this.#now(), queueReceives: 0 };
    this.#file.moved(moved, queueArn(this.definition.name));
    target.#admit(moved);
  }

  #remove(entry: Entry): void {
    if (entry.state === "inFlight") this.#order.left(entry.group);
    this.#entries.delete(entry.seq);
    this.#tally.move(entry, "gone");
    this.#file.deleted(entry.seq);
    this.#hidden.sweep(this.#tally.hidden);
  }

  #forgetAll(): void {
    for (const entry of this.#entries.values()) this.#tally.move(entry, "gone");
    this.#entries.clear();
    this.#order = new FairOrder();
    this.#hidden.clear();
  }

  /** Makes due messages ready. The timer calls this method, and so must a test that moves the clock. */
  lookAgain(): void {
    try {
      this.#release();
    } catch {
      // The file could not be used, and a write that was begun is rolled back. Receivers get the error by their own
      // requests.
      this.#hidden.wakeSoon();
    }
  }
}
