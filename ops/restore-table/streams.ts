/**
 * The ARN of a stream ends with the UTC time at which the stream began (DynamoDB API Reference, `LatestStreamLabel`).
 */
const LABEL = /\/stream\/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)$/;

/** Returns the time at which a stream began, or undefined if its ARN does not contain it. */
export function beganAt(stream: string): Date | undefined {
  const [, label] = LABEL.exec(stream) ?? [];
  return label === undefined ? undefined : new Date(`${label}Z`);
}
