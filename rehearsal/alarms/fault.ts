import type { Hands } from "./hands.ts";

/** A line that the runbook tells its reader to look for, in the log of a function. */
export interface Sign {
  /** As the function's logical id begins. */
  readonly fn: string;
  /** All of these stand in the line. */
  readonly says: readonly string[];
}

/** A fault that rings alarms, caused on purpose. */
export interface Fault {
  /** One sentence. */
  readonly what: string;
  /** Every alarm that rings of it, and no other does. */
  readonly rings: readonly string[];
  readonly signs: readonly Sign[];
  /** Breaks something, and uses it. Answers the id of what waits for the mend; empty where nothing does. */
  readonly cause: (hands: Hands) => Promise<string>;
  /** After the mend: does what the runbook says, and throws where it does not help. */
  readonly recover: (hands: Hands, waiting: string) => Promise<void>;
}
