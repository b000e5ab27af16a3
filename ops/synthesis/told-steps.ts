/** Stands before a step's name in the output of the CDK's app. */
export const STEP_MARK = "herald step: ";

/** Tells the command that runs the CDK's app what the app works on now; says nothing to anybody else. */
export function tellStep(name: string): void {
  if (process.env.HERALD_TELL_STEPS === "1") process.stderr.write(`${STEP_MARK}${name}\n`);
}
