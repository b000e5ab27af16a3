import type { AlarmDriver } from "./alarm-driver.ts";

/** A log line that the runbook tells its reader to look for. */
export interface Sign {
  /** The beginning of the function's logical id. */
  readonly fn: string;
  /** The line must contain all of these texts. */
  readonly says: readonly string[];
}

/** A fault that is caused on purpose and must ring alarms. */
export interface Fault {
  /** Describes the fault in one sentence. */
  readonly what: string;
  /** Exactly these alarms must ring. */
  readonly rings: readonly string[];
  readonly signs: readonly Sign[];
  /** Breaks something and uses it. Returns the id of what waits for the repair, or an empty text. */
  readonly cause: (driver: AlarmDriver) => Promise<string>;
  /** Does after the repair what the runbook says. Throws if it does not help. */
  readonly recover: (driver: AlarmDriver, waiting: string) => Promise<void>;
}
