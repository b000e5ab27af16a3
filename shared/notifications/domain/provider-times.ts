/** The times that the provider's events report for one notification: the events' own; the earliest of its kind stays. */
export interface ProviderTimes {
  readonly sentAtMs?: number | undefined;
  readonly deliveredAtMs?: number | undefined;
  readonly readAtMs?: number | undefined;
  readonly failedAtMs?: number | undefined;
  readonly failure?: string | undefined;
}
