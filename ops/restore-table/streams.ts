/** DynamoDB ends the ARN of a stream with the UTC time at which it began (API Reference, `LatestStreamLabel`). */
const LABEL = /\/stream\/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)$/;

/** Returns when a stream began, or undefined if its ARN does not say it. */
export function beganAt(stream: string): Date | undefined {
  const [, label] = LABEL.exec(stream) ?? [];
  return label === undefined ? undefined : new Date(`${label}Z`);
}
