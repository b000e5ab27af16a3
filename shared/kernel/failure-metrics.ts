/** The names that alarms and functions agree on: CloudWatch finds a metric by exactly these. */
export const METRICS_NAMESPACE = "Herald";
export const METRICS_SERVICE = "herald";
export const FUNCTION_DIMENSION = "function";
/** Beside the function: a deployment watches the new version alone. */
export const VERSION_DIMENSION = "version";

/** Failures that leave the platform's own count of crashes at zero, counted per function: answers of 5xx, records of a queue, outages. */
export const FAILURE_COUNTERS = ["server_errors", "failed_records", "outage"] as const;
export type FailureCounter = (typeof FAILURE_COUNTERS)[number];

/** Answers of 5xx that are no failure of ours: a provider's, and those that ask to come again. The gateway counts them among the others. */
export const EXPECTED_5XX = "expected_5xx";
export type FunctionCounter = FailureCounter | typeof EXPECTED_5XX;
