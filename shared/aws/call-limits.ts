export interface CallLimits {
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
  readonly socketTimeout: number;
  readonly throwOnRequestTimeout: true;
}

/** For a client of the AWS SDK, which otherwise only warns of an answer that is late, and goes on waiting. Milliseconds. */
export const callLimits = (connectMs: number, requestMs: number): CallLimits => ({
  connectionTimeout: connectMs,
  requestTimeout: requestMs,
  // An answer may also stop after its headers, which end the timeout above.
  socketTimeout: requestMs,
  throwOnRequestTimeout: true,
});
