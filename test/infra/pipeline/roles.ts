import { type Statement, statementsIn } from "../../../rehearsal/iam/policy.ts";
import { resourcesOf } from "../stacks/synthesise.ts";
import { type Asked, isAllowed, pipelineTemplate } from "./questions.ts";
import { at, EVERYTHING } from "./stages.ts";

export const template = pipelineTemplate(EVERYTHING);

/** Returns the role whose name begins with this text. */
function roleOf(name: string) {
  const [id, one] = resourcesOf(template, "AWS::IAM::Role").find(([found]) => found.startsWith(name)) ?? [];
  if (id === undefined || one === undefined) throw new Error(`there is no role ${name}`);
  const policies = resourcesOf(template, "AWS::IAM::Policy").filter(([, { Properties }]) =>
    Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === id),
  );
  const statements = policies.flatMap(([policy, { Properties }]) => statementsIn(Properties.PolicyDocument, policy));
  return { ...one.Properties, statements };
}

export const deploy = roleOf("DeployRole");
export const stacks = roleOf("StacksRole");
export const STACKS_ROLE = "arn:aws:iam::123456789012:role/pipeline-herald-stacks-prod-eu-central-1";
export const bootstrap = (kind: string, qualifier = "herald") =>
  `arn:aws:iam::123456789012:role/cdk-${qualifier}-${kind}-role-123456789012-eu-central-1`;
export const stackArn = (name: string) => at(`cloudformation::stack/${name}/1`);
/** A request that gives CloudFormation the role of this stage's bootstrap has this condition key. */
export const HANDED_OVER = { "cloudformation:rolearn": bootstrap("cfn-exec") };

export const may = (
  { statements }: { readonly statements: readonly Statement[] },
  action: string,
  resource: string,
  context: Asked["context"] = {},
) => isAllowed({ action, resource, context }, statements);
