export interface PermitQueue {
  length(): number;
  /** Returns true when the permit is granted and false when the time is over. */
  wait(maxMs: number): Promise<boolean>;
  /** Grants the permit to the caller that has waited longest. Returns false when no caller waits. */
  grantNext(): boolean;
}

/** A queue in order of arrival, in which each caller waits for a limited time. */
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
