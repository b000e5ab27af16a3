/** Alarms and functions share these names, by which CloudWatch finds a metric. */
export const METRICS_NAMESPACE = "Herald";
export const METRICS_SERVICE = "herald";
export const FUNCTION_DIMENSION = "function";
/** The version is a dimension in addition to the function, so that a deployment can watch the new version alone. */
export const VERSION_DIMENSION = "version";

/**
 * Failures that Lambda does not count as errors: 5xx answers, failed queue records and outages. Each is counted per
 * function.
 */
export const FAILURE_COUNTERS = ["server_errors", "failed_records", "outage"] as const;
export type FailureCounter = (typeof FAILURE_COUNTERS)[number];

/**
 * 5xx answers that are not our failure: a provider's failure, and answers that ask the caller to try again. The gateway
 * counts them among all 5xx answers.
 */
export const EXPECTED_5XX = "expected_5xx";
export type FunctionCounter = FailureCounter | typeof EXPECTED_5XX;
