import { type CfnResource, Validations } from "aws-cdk-lib";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Alias, IFunction, Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { FunctionDefinition } from "../../functions.ts";
import { asFunction } from "./as-interface.ts";
import { resourceOf } from "./logical-id.ts";
import { newCodeAlarm } from "./new-code-alarm.ts";

/** Callers invoke this alias; a deployment points it to the new version. */
const LIVE = "live";

export interface CanaryProps {
  /** Says whether all calls move to the new version at once and no alarm is consulted, as an urgent repair needs. */
  readonly isAtOnce: boolean;
}

/**
 * Gives new code a tenth of a function's calls for ten minutes. If the new version fails in that time (by a crash, an
 * answer of 5xx or a failed record), all calls go back to the old version and the deployment fails. Functions with too
 * few calls for a meaningful tenth follow after the others have passed: docs/decisions/canary-where-calls-are.md.
 */
export class Canary extends Construct {
  readonly #application: LambdaApplication;
  readonly #role: Role;
  readonly #isAtOnce: boolean;
  readonly #tried: CfnResource[] = [];
  readonly #following: CfnResource[] = [];

  constructor(scope: Construct, id: string, { isAtOnce }: CanaryProps) {
    super(scope, id);
    this.#isAtOnce = isAtOnce;
    this.#application = new LambdaApplication(this, "Application");
    this.#role = new Role(this, "Role", { assumedBy: new ServicePrincipal("codedeploy.amazonaws.com") });
    this.#role.addToPolicy(
      // This action cannot be restricted to single resources.
      new PolicyStatement({ sid: "ReadAlarms", actions: ["cloudwatch:DescribeAlarms"], resources: ["*"] }),
    );
    Validations.of(this).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "cloudwatch:DescribeAlarms knows no resources, and tells nothing but the state of alarms.",
    });
  }

  /**
   * Returns the alias through which callers invoke the function. With `isTriedOut`, a deployment moves its calls to the
   * new version gradually; the other functions switch at once, after all gradual ones have finished.
   */
  release(lambda: LambdaFunction, definition: FunctionDefinition): IFunction {
    const alias = lambda.addAlias(LIVE);
    if (definition.isTriedOut) {
      this.#tryOut(lambda, alias, definition);
      this.#tried.push(resourceOf(alias));
      for (const following of this.#following) following.addResourceDependency(resourceOf(alias));
    } else {
      this.#following.push(resourceOf(alias));
      for (const tried of this.#tried) resourceOf(alias).addResourceDependency(tried);
    }
    return asFunction(alias);
  }

  #tryOut(lambda: LambdaFunction, alias: Alias, definition: FunctionDefinition): void {
    this.#role.addToPolicy(
      new PolicyStatement({
        actions: ["lambda:GetAlias", "lambda:UpdateAlias", "lambda:GetProvisionedConcurrencyConfig"],
        resources: [lambda.functionArn, `${lambda.functionArn}:${LIVE}`],
      }),
    );
    const { ALL_AT_ONCE, CANARY_10PERCENT_10MINUTES } = LambdaDeploymentConfig;
    const group = new LambdaDeploymentGroup(lambda, "Deployment", {
      application: this.#application,
      alias,
      alarms: [newCodeAlarm(lambda, LIVE, definition)],
      ignoreAlarmConfiguration: this.#isAtOnce,
      deploymentConfig: this.#isAtOnce ? ALL_AT_ONCE : CANARY_10PERCENT_10MINUTES,
      // AWS's managed policy would let the role move every alias of the account, so it is not attached.
      role: this.#role.withoutPolicyUpdates(),
    });
    group.node.addDependency(this.#role);
    // The deployment group must know the alarm of this version before the alias moves.
    resourceOf(alias).addResourceDependency(resourceOf(group));
  }
}

/**
 * Says whether callers invoke the function through an alias. Bugs in these functions hurt at once, because callers wait
 * for them or they deliver. Background functions repeat failed work.
 */
export const hasAlias = ({ kind, ...rest }: { readonly kind: string; readonly queue?: string }): boolean =>
  kind === "routes" || kind === "fallback" || kind === "function-url" || rest.queue === "delivery";
