import { inTurn } from "../../kernel/in-turn.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { HeraldEvent } from "../contract/events.ts";

interface Append {
  readonly events: readonly HeraldEvent[];
  readonly answer: PromiseWithResolvers<readonly HeraldEvent[]>;
}

interface Written {
  readonly done: Set<HeraldEvent>;
  readonly tooLarge: Set<HeraldEvent>;
}

/** Writes a chunk, and returns the events that are too large for an item. */
type Keep = (owner: Owner, chunk: readonly HeraldEvent[]) => Promise<readonly HeraldEvent[]>;
type Divide = (events: readonly HeraldEvent[]) => readonly (readonly HeraldEvent[])[];

/** Appends of one owner that wait in this process are written together, in their order. */
export class WaitingAppends {
  readonly #divide: Divide;
  readonly #keep: Keep;
  readonly #inTurn = inTurn();
  readonly #waiting = new Map<Owner, Append[]>();

  constructor(divide: Divide, keep: Keep) {
    this.#divide = divide;
    this.#keep = keep;
  }

  async append(owner: Owner, events: readonly HeraldEvent[]): Promise<readonly HeraldEvent[]> {
    const answer = Promise.withResolvers<readonly HeraldEvent[]>();
    this.#waiting.set(owner, [...(this.#waiting.get(owner) ?? []), { events, answer }]);
    await this.#inTurn(owner, () => this.#keepWaiting(owner));
    return answer.promise;
  }

  /** Writes all appends that wait. An earlier call may already have written the caller's own append together with others. */
  async #keepWaiting(owner: Owner): Promise<void> {
    const appends = this.#waiting.get(owner) ?? [];
    this.#waiting.delete(owner);
    const written: Written = { done: new Set(), tooLarge: new Set() };
    let failure: unknown;
    try {
      await this.#keepAll(
        owner,
        appends.flatMap(({ events }) => events),
        written,
      );
    } catch (error) {
      failure = error;
    }
    for (const { events, answer } of appends)
      if (events.every((event) => written.done.has(event)))
        answer.resolve(events.filter((event) => written.tooLarge.has(event)));
      else answer.reject(failure);
  }

  async #keepAll(owner: Owner, events: readonly HeraldEvent[], { done, tooLarge }: Written): Promise<void> {
    for (const chunk of this.#divide(events)) {
      for (const event of await this.#keep(owner, chunk)) tooLarge.add(event);
      for (const event of chunk) done.add(event);
    }
  }
}
