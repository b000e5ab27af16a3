/** In the output of the CDK app, this mark precedes the name of a step. */
export const STEP_MARK = "herald step: ";

/**
 * Reports the present step to the command that runs the CDK app. Without such a command the CDK app prints no steps.
 */
export function tellStep(name: string): void {
  if (process.env.HERALD_TELL_STEPS === "1") process.stderr.write(`${STEP_MARK}${name}\n`);
}
