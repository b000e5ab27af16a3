import { deploymentQuestions } from "./deployment-questions.ts";
import { accountOfStage } from "./stage-account.ts";

const OUTPUT = "OperatorEnvironment";

/**
 * Returns the variables for the operator's commands from the stack of a deployed stage. Throws if the stack does not
 * have them.
 */
export async function environmentOfStage(
  stage: string,
  signal: AbortSignal,
): Promise<{ readonly region: string; readonly environment: string }> {
  const { region, aws } = await accountOfStage(stage);
  const stack = `herald-service-${stage}`;
  const outputs = await deploymentQuestions(aws, region).stackOutputs(stack, signal);
  if ("refusal" in outputs) throw new Error(`${stack}: ${outputs.refusal}`);
  const { [OUTPUT]: environment } = outputs.found;
  if (environment === undefined) throw new Error(`${stack} has no output ${OUTPUT}: deploy the stage again`);
  return { region, environment };
}
