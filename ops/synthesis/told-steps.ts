/** The names of steps follow this mark in the output of the CDK app. */
export const STEP_MARK = "herald step: ";

/** Tells the command that runs the CDK app what the app does now. Otherwise it prints nothing. */
export function tellStep(name: string): void {
  if (process.env.HERALD_TELL_STEPS === "1") process.stderr.write(`${STEP_MARK}${name}\n`);
}
