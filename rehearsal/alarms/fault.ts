import type { AlarmDriver } from "./alarm-driver.ts";

/** Describes a log line that the runbook tells its reader to look for. */
export interface Sign {
  /** The logical id of the function begins with this. */
  readonly fn: string;
  /** The line must contain all of these texts. */
  readonly says: readonly string[];
}

/** Describes a fault that is caused on purpose and must ring alarms. */
export interface Fault {
  /** Describes the fault in one sentence. */
  readonly what: string;
  /** Exactly these alarms must ring. */
  readonly rings: readonly string[];
  readonly signs: readonly Sign[];
  /**
   * Breaks a part of the deployment and makes a call that needs this part. Returns the id of the record that waits for
   * the repair, or an empty text if none waits.
   */
  readonly cause: (driver: AlarmDriver) => Promise<string>;
  /** Follows the runbook after the repair. Throws if it does not help. */
  readonly recover: (driver: AlarmDriver, waiting: string) => Promise<void>;
}
