/** A fault that the next calls of an operation meet. */
export interface Fault {
  readonly operation: string;
  /** The status to answer instead of running the operation. Without it the operation runs and its answer is lost. */
  readonly status?: number | undefined;
  readonly times: number;
}

const MAX_FAULTS = 1000;

/** Planned faults, which are used in order and end with the process. */
export class Faults {
  #planned: { fault: Fault; left: number }[] = [];

  /** Returns false if there are too many faults. */
  add(fault: Fault): boolean {
    if (this.#planned.length >= MAX_FAULTS) return false;
    this.#planned.push({ fault, left: fault.times });
    return true;
  }

  /** Returns the fault that a call of this operation gets, if any. */
  take(operation: string): Fault | undefined {
    const next = this.#planned.find(({ fault }) => fault.operation === operation);
    if (!next) return undefined;
    next.left -= 1;
    if (next.left <= 0) this.#planned = this.#planned.filter((one) => one !== next);
    return next.fault;
  }

  clear(): void {
    this.#planned = [];
  }
}
