/** The provider's events report these times. The earliest of each kind stays. */
export interface ProviderTimes {
  readonly sentAtMs?: number | undefined;
  readonly deliveredAtMs?: number | undefined;
  readonly readAtMs?: number | undefined;
  readonly failedAtMs?: number | undefined;
  readonly failure?: string | undefined;
}
