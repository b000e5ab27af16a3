export interface Clock {
  /** Returns the present time in milliseconds since the epoch. */
  now(): number;
}
