export interface WaitingLine {
  length(): number;
  /** True when called up, false when the time is over. */
  wait(maxMs: number): Promise<boolean>;
  /** Calls up whoever has waited longest; false when nobody waits. */
  callUp(): boolean;
}

/** Those who wait, in order of arrival, each of them only so long. */
export function waitingLine(): WaitingLine {
  const waiting = new Set<() => void>();
  return {
    length: () => waiting.size,
    wait: (maxMs) =>
      new Promise((resolve) => {
        const end = (isCalledUp: boolean) => {
          clearTimeout(timer);
          waiting.delete(calledUp);
          resolve(isCalledUp);
        };
        const calledUp = () => end(true);
        const timer = setTimeout(() => end(false), maxMs);
        waiting.add(calledUp);
      }),
    callUp() {
      const [first] = waiting;
      first?.();
      return first !== undefined;
    },
  };
}
