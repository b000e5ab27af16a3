import { Validations } from "aws-cdk-lib";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction, Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { asFunction } from "./as-interface.ts";

/** The alias that callers are connected to; any version may stand behind it. */
const LIVE = "live";

/**
 * New code takes a tenth of a function's calls for five minutes; when the function's alarm rings in that time, for a crash, an
 * answer of 5xx or a failed record, all calls go back to the code before and the deployment fails.
 */
export class Canary extends Construct {
  readonly #application: LambdaApplication;
  readonly #role: Role;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.#application = new LambdaApplication(this, "Application");
    this.#role = new Role(this, "Role", { assumedBy: new ServicePrincipal("codedeploy.amazonaws.com") });
    this.#role.addToPolicy(
      // Reading alarms knows no resources.
      new PolicyStatement({ sid: "ReadAlarms", actions: ["cloudwatch:DescribeAlarms"], resources: ["*"] }),
    );
    Validations.of(this).acknowledge({
      id: "AwsSolutions-IAM5[Resource::*]",
      reason: "cloudwatch:DescribeAlarms knows no resources, and tells nothing but the state of alarms.",
    });
  }

  /** The function behind an alias that moves to a new version step by step. */
  release(lambda: LambdaFunction, failures: Alarm): IFunction {
    const alias = lambda.addAlias(LIVE);
    this.#role.addToPolicy(
      new PolicyStatement({
        actions: ["lambda:GetAlias", "lambda:UpdateAlias", "lambda:GetProvisionedConcurrencyConfig"],
        resources: [lambda.functionArn, `${lambda.functionArn}:${LIVE}`],
      }),
    );
    const group = new LambdaDeploymentGroup(lambda, "Deployment", {
      application: this.#application,
      alias,
      alarms: [failures],
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      // Without AWS's managed policy, which would let it move every alias of the account.
      role: this.#role.withoutPolicyUpdates(),
    });
    group.node.addDependency(this.#role);
    return asFunction(alias);
  }
}

/** Functions whose bugs hurt at once: those that customers call, and those that deliver. Background functions repeat what failed. */
export const hasCanary = ({ kind, ...rest }: { readonly kind: string; readonly queue?: string }): boolean =>
  kind === "routes" || kind === "fallback" || kind === "function-url" || rest.queue === "delivery";
