/** Measures the processor time of this thread only, so that other processes do not count. */
export function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Times below this are useless, because the compiler and the garbage collector add their own time. */
const LEAST_MS = 10;

/** The limit lies between linear growth (4) and quadratic growth (16). */
export const MOST_LINEAR_GROWTH = 8;
/** A garbage collection can disturb one measurement, but quadratic work is slow in all of them. */
const TRIES = 3;

/** Returns by what factor the work grows when its input grows fourfold: 4 if linear, 16 if quadratic. The least of a few tries counts. */
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
