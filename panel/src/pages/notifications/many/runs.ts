import { afterOutcome, isUnfinished, KINDS, outcomeOf, type Run, type RunItem, type RunKind, STATES } from "./run.ts";

/** Keeps the run of this browser tab, so that it survives a reload. */
export interface RunStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

export type SendItem = (kind: RunKind, item: RunItem) => Promise<unknown>;

const isOneOf = <T extends string>(all: readonly T[], value: unknown): value is T => all.some((one) => one === value);

const isRun = (value: unknown): value is Run =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  isOneOf(KINDS, value.kind) &&
  "state" in value &&
  isOneOf(STATES, value.state) &&
  "items" in value &&
  Array.isArray(value.items) &&
  "done" in value &&
  typeof value.done === "number" &&
  "beganAt" in value &&
  typeof value.beganAt === "string" &&
  "refused" in value &&
  Array.isArray(value.refused);

function runIn(text: string | null): Run | undefined {
  if (text === null) return undefined;
  try {
    const run: unknown = JSON.parse(text);
    return isRun(run) ? run : undefined;
  } catch {
    return undefined;
  }
}

/** The one run of a person in this tab. The run continues while the person is on another page of the panel. */
export class Runs {
  readonly #storage: RunStorage;
  readonly #key: string;
  readonly #listeners = new Set<() => void>();
  #run: Run | undefined;
  #isWorking = false;

  constructor(storage: RunStorage, owner: string) {
    this.#storage = storage;
    this.#key = `herald.run.${owner}`;
    const kept = runIn(storage.getItem(this.#key));
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
  async work(send: SendItem): Promise<boolean> {
    if (this.#isWorking) return false;
    this.#isWorking = true;
    try {
      for (let item = this.#next(); item !== undefined; item = this.#next()) await this.#workOn(item, send);
    } finally {
      this.#isWorking = false;
    }
    return true;
  }

  /** Says whether this item is the one to be sent now. */
  isNext({ key }: RunItem): boolean {
    return this.#next()?.key === key;
  }

  #next(): RunItem | undefined {
    return this.#run?.state === "running" ? this.#run.items[this.#run.done] : undefined;
  }

  async #workOn(item: RunItem, send: SendItem): Promise<void> {
    const kind = this.#run?.kind ?? "cancel";
    const outcome = await outcomeOf(() => send(kind, item));
    const run = this.#run;
    // Another run may have taken this one's place meanwhile, and it must not get this item's outcome.
    if (run?.items[run.done]?.key === item.key) this.#change(afterOutcome(run, outcome));
  }

  #change(run: Run | undefined): void {
    this.#run = run;
    if (run === undefined) this.#storage.removeItem(this.#key);
    else this.#storage.setItem(this.#key, JSON.stringify(run));
    for (const listener of this.#listeners) listener();
  }
}
