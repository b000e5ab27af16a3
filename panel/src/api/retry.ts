import { ApiError, TOO_MANY_REQUESTS } from "./api-error.ts";

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/** Says that the rate limit refused the request, which may pass later. */
export const isTooMany = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === TOO_MANY_REQUESTS;

/** A refusal is not repeated; an outage and the rate limit are, because they pass. */
export const shouldRetry = (count: number, error: Error): boolean =>
  count < MAX_RETRIES && !(error instanceof ApiError && error.status < 500 && !isTooMany(error));

export const retryDelayMs = (count: number, error: Error): number =>
  isTooMany(error) ? error.retryAfterSeconds * 1000 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** count);
