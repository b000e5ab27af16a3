/** Processor time of this thread alone: another process that works at the same time adds nothing to it. */
export function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Shorter times say nothing: the compiler and the garbage collector have their own. */
const LEAST_MS = 10;

/** Between linear and quadratic. */
export const MOST_LINEAR_GROWTH = 8;
/** One measurement may fall into a garbage collection; quadratic work is slow in all of them. */
const TRIES = 3;

/** How many times the work grows when its input grows fourfold: 4 where it is linear, 16 where it is quadratic. The least of a few tries. */
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
