import { type Outcome, outcomeOf } from "./outcome.ts";

/** The idempotency key of an item is made with the run, so a repeat of its request does nothing twice. */
export interface Keyed {
  readonly key: string;
}

export const STATES = ["running", "paused", "stopped", "done"] as const;

/** Sends a request for each of many items, one after the other. */
export interface LongRun<Item extends Keyed> {
  readonly items: readonly Item[];
  /** The number of items that have an outcome; they are the first ones. */
  readonly done: number;
  readonly state: (typeof STATES)[number];
  /** Says why the run paused by itself, or what it waits for. */
  readonly problem?: string | undefined;
}

/** Says whether items are left and somebody may still want them. */
export const isUnfinished = ({ state }: Pick<LongRun<Keyed>, "state">): boolean =>
  state === "running" || state === "paused";

export type Known<Answer> = Extract<Outcome<Answer>, { readonly kind: "done" | "refused" }>;

interface LongRunsOptions<Item extends Keyed, Run extends LongRun<Item>, Answer> {
  /** A run of the same tab before the page was loaded again. */
  readonly kept?: Run | undefined;
  /** Called with each new state. */
  readonly keep?: (run: Run | undefined) => void;
  /** Returns what the outcome of an item adds to its run. */
  readonly noted: (run: Run, item: Item, outcome: Known<Answer>) => Partial<Run>;
}

/** The one run of its kind that a person has in this tab. The run continues while the person is on another page of the panel. */
export class LongRuns<Item extends Keyed, Run extends LongRun<Item>, Answer> {
  readonly #options: LongRunsOptions<Item, Run, Answer>;
  readonly #listeners = new Set<() => void>();
  #run: Run | undefined;
  #isWorking = false;

  constructor(options: LongRunsOptions<Item, Run, Answer>) {
    const { kept } = options;
    this.#options = options;
    // After a reload the run is paused, and the person decides whether it continues.
    this.#run = kept?.state === "running" ? { ...kept, state: "paused", problem: "The page was loaded again." } : kept;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Run | undefined => this.#run;

  /** Begins a run unless one is unfinished, so that a button pressed twice begins one. */
  begin(run: Run): boolean {
    if (this.#run !== undefined && isUnfinished(this.#run)) return false;
    this.#change(run);
    return true;
  }

  /** Shows the problem that the run waits for, unless the run is paused or has ended. */
  tell(problem: string): void {
    if (this.#run?.state === "running") this.#change({ ...this.#run, problem });
  }

  pause(): void {
    if (this.#run?.state === "running") this.#change({ ...this.#run, state: "paused", problem: undefined });
  }

  resume(): void {
    if (this.#run?.state === "paused") this.#change({ ...this.#run, state: "running", problem: undefined });
  }

  stop(): void {
    if (this.#run !== undefined && isUnfinished(this.#run)) this.#change({ ...this.#run, state: "stopped" });
  }

  /** Forgets a run that is over. */
  dismiss(): void {
    if (this.#run !== undefined && !isUnfinished(this.#run)) this.#change(undefined);
  }

  /**
   * Works on the run until it ends or pauses. Each turn gives one item its outcome, or ends the work. Returns false at once while an
   * earlier call still works: that call takes over a run that was begun or resumed meanwhile.
   */
  async work(send: (item: Item, run: Run) => Promise<Answer>): Promise<boolean> {
    if (this.#isWorking) return false;
    this.#isWorking = true;
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        const { item, run } = next;
        const outcome = await outcomeOf(() => send(item, run));
        this.#note(item, outcome);
      }
    } finally {
      this.#isWorking = false;
    }
    return true;
  }

  /** Says whether this item is the one to be sent now. */
  isNext({ key }: Keyed): boolean {
    return this.#next()?.item.key === key;
  }

  #next(): { readonly item: Item; readonly run: Run } | undefined {
    const run = this.#run;
    const item = run?.state === "running" ? run.items[run.done] : undefined;
    return run && item && { item, run };
  }

  /** Another run may have taken this one's place meanwhile, and it must not get this item's outcome. */
  #note(item: Item, outcome: Outcome<Answer>): void {
    const run = this.#run;
    if (run?.items[run.done]?.key !== item.key || outcome.kind === "left") return;
    if (outcome.kind === "unknown") this.#change(pausedBy(run, outcome.reason));
    else this.#change(advanced({ ...run, ...this.#options.noted(run, item, outcome) }));
  }

  #change(run: Run | undefined): void {
    this.#run = run;
    this.#options.keep?.(run);
    for (const listener of this.#listeners) listener();
  }
}

/** Nobody knows what became of the next item, so the run stays before it. */
const pausedBy = <Run extends LongRun<Keyed>>(run: Run, problem: string): Run => ({
  ...run,
  problem,
  state: run.state === "running" ? "paused" : run.state,
});

function advanced<Run extends LongRun<Keyed>>(run: Run): Run {
  const done = run.done + 1;
  const isAtEnd = done === run.items.length && isUnfinished(run);
  return { ...run, done, problem: undefined, ...(isAtEnd && { state: "done" }) };
}
