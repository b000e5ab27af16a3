/**
 * The kinds of faults that can be caused on purpose: a service for the functions of one role (`<role> <service>`), a function that dies in each
 * call, a queue that is not read, a schedule that does not run, a path that the front door refuses.
 */
export type FaultKind = "service" | "crash" | "queue" | "schedule" | "path";

/** The faults of this moment. */
export class Faults {
  readonly #broken = new Set<string>();

  /** Answers what mends it. */
  break(kind: FaultKind, what: string): () => void {
    const key = `${kind} ${what}`;
    this.#broken.add(key);
    return () => void this.#broken.delete(key);
  }

  isBroken(kind: FaultKind, what: string): boolean {
    return this.#broken.has(`${kind} ${what}`);
  }
}
