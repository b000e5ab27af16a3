/** A message should be delivered within this time after its departure. It is the bound of a bucket, so that its share is exact. */
export const PROMISE_MS = 10_000;
const STEPS_PER_DOUBLING = 3;
/** The first bucket ends at 78 ms, and the last but one at 22 h 45 min. */
const FIRST_STEP = -21;
const LAST_STEP = 39;
export const BUCKETS = LAST_STEP - FIRST_STEP + 2;
const PROMISE_BUCKET = -FIRST_STEP;

/** The number of durations in each bucket, by the bucket's number. */
export type Durations = ReadonlyMap<number, number>;

/** Returns the number of a duration's bucket, which excludes its lower bound and includes its upper one. */
export function bucketOf(durationMs: number): number {
  const step = Math.ceil(STEPS_PER_DOUBLING * Math.log2(Math.max(1, durationMs) / PROMISE_MS));
  return Math.min(LAST_STEP + 1, Math.max(FIRST_STEP, step)) - FIRST_STEP;
}

const upperBoundMs = (bucket: number): number => PROMISE_MS * 2 ** ((bucket + FIRST_STEP) / STEPS_PER_DOUBLING);

const totalOf = (durations: Durations): number => [...durations.values()].reduce((sum, count) => sum + count, 0);

/** Returns the duration that this share of the durations does not exceed; undefined without durations. Within a bucket it interpolates. */
export function quantileMs(durations: Durations, share: number): number | undefined {
  const total = totalOf(durations);
  if (total <= 0) return undefined;
  const wanted = share * total;
  let below = 0;
  for (const [bucket, count] of [...durations].sort(([a], [b]) => a - b)) {
    if (below + count >= wanted && count > 0) {
      const [from, to] = [bucket === 0 ? 0 : upperBoundMs(bucket - 1), upperBoundMs(bucket)];
      return Math.round(from + ((to - from) * (wanted - below)) / count);
    }
    below += count;
  }
  return undefined;
}

/** Returns the share of the durations that are at most `PROMISE_MS`, from 0 to 1; undefined without durations. */
export function promisedShare(durations: Durations): number | undefined {
  const total = totalOf(durations);
  if (total <= 0) return undefined;
  const inTime = [...durations].filter(([bucket]) => bucket <= PROMISE_BUCKET);
  return totalOf(new Map(inTime)) / total;
}
