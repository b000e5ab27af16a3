/** Waits in order of arrival, each of them only so long. */
export class WaitingLine {
  readonly #waiting = new Set<() => void>();

  get length(): number {
    return this.#waiting.size;
  }

  /** True when called up, false when the time is over. */
  wait(maxMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isCalledUp: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(calledUp);
        resolve(isCalledUp);
      };
      const calledUp = () => end(true);
      const timer = setTimeout(() => end(false), maxMs);
      this.#waiting.add(calledUp);
    });
  }

  /** Calls up whoever has waited longest; false when nobody waits. */
  callUp(): boolean {
    const [first] = this.#waiting;
    first?.();
    return first !== undefined;
  }
}
