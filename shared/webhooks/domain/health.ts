/** A webhook whose tries have all failed for five days is disabled (D40c). */
const MAX_FAILING_MS = 5 * 86_400_000;
const GONE = 410;

export const REASONS = {
  gone: "the receiver answered 410",
  failing: "no delivery succeeded for five days",
} as const;

export interface Tried {
  readonly isSuccess: boolean;
  readonly statusCode?: number | undefined;
  readonly atMs: number;
  readonly durationMs: number;
}

/** Returns the epoch millisecond since which no try has succeeded; undefined when one of `tries` has. */
export function failingSince(before: number | undefined, tries: readonly Tried[]): number | undefined {
  if (tries.some(({ isSuccess }) => isSuccess)) return undefined;
  return before ?? (tries.length === 0 ? undefined : Math.min(...tries.map(({ atMs }) => atMs)));
}

/** Returns the reason to disable a webhook after these tries; undefined when there is none. */
export function reasonToDisable(failingSinceMs: number | undefined, tries: readonly Tried[]): string | undefined {
  if (tries.some(({ statusCode }) => statusCode === GONE)) return REASONS.gone;
  const isTooLong = failingSinceMs !== undefined && tries.some(({ atMs }) => atMs - failingSinceMs >= MAX_FAILING_MS);
  return isTooLong ? REASONS.failing : undefined;
}

export const isGone = ({ statusCode }: Tried): boolean => statusCode === GONE;
