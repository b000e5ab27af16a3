/** A webhook that has only failed for five days is disabled (D40c). */
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

/** Returns since when no try has succeeded, after these tries. */
export function failingSince(before: number | undefined, tries: readonly Tried[]): number | undefined {
  if (tries.some(({ isSuccess }) => isSuccess)) return undefined;
  return before ?? (tries.length === 0 ? undefined : Math.min(...tries.map(({ atMs }) => atMs)));
}

/** It says why the service has to disable a webhook after these tries, or undefined. */
export function reasonToDisable(failingSinceMs: number | undefined, tries: readonly Tried[]): string | undefined {
  if (tries.some(({ statusCode }) => statusCode === GONE)) return REASONS.gone;
  const isTooLong = failingSinceMs !== undefined && tries.some(({ atMs }) => atMs - failingSinceMs >= MAX_FAILING_MS);
  return isTooLong ? REASONS.failing : undefined;
}

export const isGone = ({ statusCode }: Tried): boolean => statusCode === GONE;
