/**
 * Names the kinds of faults that can be caused on purpose: a service that fails for one role (`<role> <service>`), a
 * function that dies in each call, a function that starts another process for each call, a queue that is not read, a
 * schedule that does not run, and a path that the front door refuses.
 */
export type FaultKind = "service" | "crash" | "process" | "queue" | "schedule" | "path";

/** Contains the faults that exist at the moment. */
export class Faults {
  readonly #broken = new Set<string>();

  /** Causes a fault and returns a function that ends it. */
  break(kind: FaultKind, what: string): () => void {
    const key = `${kind} ${what}`;
    this.#broken.add(key);
    return () => void this.#broken.delete(key);
  }

  isBroken(kind: FaultKind, what: string): boolean {
    return this.#broken.has(`${kind} ${what}`);
  }
}
