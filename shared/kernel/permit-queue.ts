export interface PermitQueue {
  length(): number;
  /** True when granted, false when the time is over. */
  wait(maxMs: number): Promise<boolean>;
  /** Grants the permit to the one that has waited longest; false when none waits. */
  grantNext(): boolean;
}

/** Queues the waiting in order of arrival, each for a limited time. */
export function permitQueue(): PermitQueue {
  const waiting = new Set<() => void>();
  return {
    length: () => waiting.size,
    wait: (maxMs) =>
      new Promise((resolve) => {
        const end = (isGranted: boolean) => {
          clearTimeout(timer);
          waiting.delete(granted);
          resolve(isGranted);
        };
        const granted = () => end(true);
        const timer = setTimeout(() => end(false), maxMs);
        waiting.add(granted);
      }),
    grantNext() {
      const [first] = waiting;
      first?.();
      return first !== undefined;
    },
  };
}
