/** It measures the processor time of this thread alone, so other processes add nothing. */
export function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Shorter times say nothing, because the compiler and the garbage collector add their own. */
const LEAST_MS = 10;

/** It lies between linear and quadratic growth. */
export const MOST_LINEAR_GROWTH = 8;
/** One measurement may meet a garbage collection; quadratic work is slow in all of them. */
const TRIES = 3;

/** It says how the work grows when its input grows fourfold: 4 times if linear, 16 times if quadratic. The least of a few tries counts. */
export function growth(input: (size: number) => string, size: number, work: (input: string) => unknown): number {
  const [small, large] = [input(size / 4), input(size)];
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least >= MOST_LINEAR_GROWTH; tries++) {
    const smallMs = Math.max(
      LEAST_MS,
      processorMs(() => work(small)),
    );
    least = Math.min(least, processorMs(() => work(large)) / smallMs);
  }
  return least;
}
