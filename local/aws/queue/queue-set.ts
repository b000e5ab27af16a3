import { type FreedMessage, MessageFile, type Schedule } from "./message-file.ts";
import { MessageQueue } from "./message-queue.ts";
import { type QueueDefinition, queueNameOf } from "./queue-definition.ts";
import { queueDoesNotExist } from "./sqs-error.ts";

export interface QueueSetOptions {
  /** Returns the present time in epoch milliseconds. */
  readonly now: () => number;
  readonly areReceiversGone: boolean;
}

/** All queues whose messages are stored in one SQLite file. */
export class QueueSet {
  readonly #file: MessageFile;
  readonly #queues: ReadonlyMap<string, MessageQueue>;
  /** The messages that were made ready at the start, because their receivers were gone. */
  readonly freed: readonly FreedMessage[];

  constructor(path: string, definitions: readonly QueueDefinition[], { now, areReceiversGone }: QueueSetOptions) {
    this.#file = new MessageFile(path, () => this.#load());
    // Messages are freed only at the start: after a failed write the file is loaded again while receivers are alive.
    this.freed = areReceiversGone ? this.#file.freeHeld(now()) : [];
    this.#queues = new Map(definitions.map((one) => [one.name, new MessageQueue(one, this.#file, now)]));
    for (const { name, deadLetter } of definitions) {
      if (deadLetter) this.named(name).redriveTo(this.named(deadLetter.queue));
    }
    this.#load();
  }

  /** Throws QueueDoesNotExist. */
  named(name: string | undefined): MessageQueue {
    const queue = name === undefined ? undefined : this.#queues.get(name);
    if (!queue) throw queueDoesNotExist();
    return queue;
  }

  at(url: string): MessageQueue {
    return this.named(queueNameOf(url));
  }

  lookAgain(): void {
    for (const queue of this.#queues.values()) queue.lookAgain();
  }

  names(): string[] {
    return [...this.#queues.keys()];
  }

  committed(): Promise<void> {
    return this.#file.committed();
  }

  /** Answers waiting receivers with no messages. The file stays open for requests that are still running. */
  stop(): void {
    for (const queue of this.#queues.values()) queue.close();
  }

  close(): void {
    this.stop();
    this.#file.close();
  }

  #load(): void {
    const schedules = new Map<string, Schedule[]>(this.names().map((name) => [name, []]));
    // Messages of a queue that is no longer defined stay in the file and return when it is defined again.
    for (const schedule of this.#file.load()) schedules.get(schedule.queue)?.push(schedule);
    for (const [name, own] of schedules) this.named(name).load(own);
  }
}
