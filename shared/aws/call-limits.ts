export interface CallLimits {
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
  readonly socketTimeout: number;
  readonly throwOnRequestTimeout: true;
}

/**
 * Limits, in milliseconds, for a client of the AWS SDK. Without `throwOnRequestTimeout` the SDK only logs a warning
 * when an answer is late, and goes on waiting.
 */
export const callLimits = (connectMs: number, requestMs: number): CallLimits => ({
  connectionTimeout: connectMs,
  requestTimeout: requestMs,
  // An answer may also stall after its headers have come, when the request timeout no longer applies.
  socketTimeout: requestMs,
  throwOnRequestTimeout: true,
});
