import { type Entry, MessageGroup } from "./message-group.ts";

/** The group of a message. Messages without a group are in a group of their own. */
type Group = string | null;

/** SQS calls a group noisy if it holds over 10 % of the messages in flight and at least 30 of them. */
const NOISY_SHARE = 0.1;
const NOISY_MINIMUM = 30;
/**
 * A newcomer is a group that had no turn yet. After this many newcomers in a row, a group that waits for its next turn is
 * served, so that a flood of newcomers starves nobody.
 */
const NEWCOMERS_IN_A_ROW = 3;

/**
 * Decides which ready message comes next. Groups take turns, newcomers first, and a noisy group waits while a quiet one
 * has a message (fair queues, D25).
 */
export class FairOrder {
  /** Every group that has a message which is ready or in flight. */
  readonly #groups = new Map<Group, MessageGroup>();
  /**
   * Groups with ready messages in the order of their turns, separated into those that had no turn yet and the others.
   */
  readonly #newcomers = new Set<Group>();
  readonly #served = new Set<Group>();
  #newcomersInARow = 0;
  #inFlight = 0;

  add(entry: Entry): void {
    const isKnown = this.#groups.has(entry.group);
    this.#group(entry.group).add(entry);
    if (!isKnown) this.#newcomers.add(entry.group);
    else if (!this.#newcomers.has(entry.group)) this.#served.add(entry.group);
  }

  /** Returns the next message, if any. The caller must call `left` when it is no longer in flight. */
  take(): Entry | undefined {
    for (let group = this.#next(); group !== undefined; group = this.#next()) {
      const entry = this.#takeFrom(group);
      if (entry) return entry;
    }
    return undefined;
  }

  /** Notes that a message of the group is no longer in flight. */
  left(group: Group): void {
    const messages = this.#groups.get(group);
    if (!messages) return;
    messages.inFlight -= 1;
    this.#inFlight -= 1;
    if (messages.isIdle) this.#forget(group);
  }

  /** A message that was in flight when the process ended still counts for its group. */
  enteredBefore(group: Group): void {
    this.#group(group).inFlight += 1;
    this.#inFlight += 1;
  }

  /** The time at which the longest waiting message became ready. */
  oldestReadyAt(): number | undefined {
    const times = [...this.#groups.values()].flatMap((messages) => messages.oldestReadyAt() ?? []);
    return times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : undefined;
  }

  #takeFrom(group: Group): Entry | undefined {
    const messages = this.#group(group);
    const entry = messages.take();
    this.#newcomersInARow = this.#newcomers.delete(group) ? this.#newcomersInARow + 1 : 0;
    this.#served.delete(group);
    if (entry) this.enteredBefore(group);
    if (messages.mayHaveReady) this.#served.add(group);
    if (messages.isIdle) this.#forget(group);
    return entry;
  }

  #next(): Group | undefined {
    const [first, second] =
      this.#newcomersInARow < NEWCOMERS_IN_A_ROW ? [this.#newcomers, this.#served] : [this.#served, this.#newcomers];
    const quiet = this.#firstQuiet(first);
    if (quiet !== undefined) return quiet;
    const others = [this.#firstQuiet(second), first.values().next().value, second.values().next().value];
    return others.find((group) => group !== undefined);
  }

  #firstQuiet(groups: ReadonlySet<Group>): Group | undefined {
    for (const group of groups) if (!this.#isNoisy(group)) return group;
    return undefined;
  }

  #isNoisy(group: Group): boolean {
    const held = this.#group(group).inFlight;
    return held >= NOISY_MINIMUM && held > NOISY_SHARE * this.#inFlight;
  }

  #group(group: Group): MessageGroup {
    const messages = this.#groups.get(group) ?? new MessageGroup();
    this.#groups.set(group, messages);
    return messages;
  }

  #forget(group: Group): void {
    this.#groups.delete(group);
    this.#served.delete(group);
    this.#newcomers.delete(group);
  }
}
