import type { App } from "aws-cdk-lib";
import { BootstraplessSynthesizer, CfnOutput, Duration, Stack } from "aws-cdk-lib";
import {
  AccountRootPrincipal,
  ManagedPolicy,
  OidcProviderNative,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from "aws-cdk-lib/aws-iam";
import { asSynthesizer } from "../constructs/as-interface.ts";
import type { PipelineSettings } from "../pipeline-settings.ts";
import type { Settings } from "../settings.ts";
import { boundaryName, type Grant, type Place, pipelineName } from "./names.ts";
import { grantsOf, placeOf, rightsDigest } from "./rights.ts";

const ISSUER = "token.actions.githubusercontent.com";
const AUDIENCE = "sts.amazonaws.com";
/**
 * AWS limits the session of a role that another role assumed to an hour. CloudFormation continues a longer deployment.
 */
const SESSION = Duration.hours(1);

/**
 * Contains the role that the pipeline assumes, and the rights that CloudFormation has. An administrator deploys this
 * stack once, with their own credentials. It is not part of deployments, because they could then widen their own
 * rights.
 */
export class PipelineStack extends Stack {
  constructor(app: App, settings: Settings, pipeline: PipelineSettings) {
    const { stage, isProduction: terminationProtection } = settings;
    const { account, region } = pipeline;
    super(app, `herald-pipeline-${stage}`, {
      description: "Herald: what its pipeline may do",
      env: { account, region },
      terminationProtection,
      // This stack defines the rights of the bootstrap, so it must be deployable before the bootstrap.
      synthesizer: asSynthesizer(new BootstraplessSynthesizer()),
    });
    const place = placeOf(settings, pipeline);
    const { boundary, execution, deploy, stacks } = grantsOf(place);
    this.#policy("Boundary", boundary, boundaryName(place));
    const policies = execution.map(({ name, grants }) =>
      this.#policy(`Execution-${name}`, grants, pipelineName(name, place)),
    );
    const role = this.#deployRole(place, pipeline);
    for (const grant of deploy) role.addToPolicy(statementOf(grant));
    const stacksRole = this.#stacksRole(place);
    for (const grant of stacks) stacksRole.addToPolicy(statementOf(grant));
    this.#tell("DeployRoleArn", role.roleArn, "Of the pipeline: aws-actions/configure-aws-credentials takes it");
    const arns = policies.map(({ managedPolicyArn }) => managedPolicyArn).join(",");
    this.#tell("Rights", rightsDigest(settings) ?? "", "What is granted: the doctor compares it with the settings");
    this.#tell("ExecutionPolicies", arns, "For cdk bootstrap --cloudformation-execution-policies");
  }

  #policy(id: string, grants: readonly Grant[], managedPolicyName: string): ManagedPolicy {
    return new ManagedPolicy(this, id, { managedPolicyName, statements: grants.map(statementOf) });
  }

  #deployRole(place: Place, { repository, providerArn }: PipelineSettings): Role {
    const url = `https://${ISSUER}`;
    const provider =
      providerArn ?? new OidcProviderNative(this, "GitHub", { url, clientIds: [AUDIENCE] }).oidcProviderArn;
    // The claim must match exactly, because a pattern would let other environments, branches or repositories in. The
    // workflow's environment has the name of the stage.
    const claims = { [`${ISSUER}:aud`]: AUDIENCE, [`${ISSUER}:sub`]: `repo:${repository}:environment:${place.stage}` };
    return new Role(this, "DeployRole", {
      roleName: pipelineName("deploy", place),
      description: `Herald: deploys the stage ${place.stage} from ${repository}`,
      assumedBy: new WebIdentityPrincipal(provider, { StringEquals: claims }),
      maxSessionDuration: SESSION,
    });
  }

  /**
   * Creates the role that changes the stacks. As with the bootstrap's role, everybody in the account with the right to
   * assume it may do so, and administrators use it to deploy by hand.
   */
  #stacksRole(place: Place): Role {
    return new Role(this, "StacksRole", {
      roleName: pipelineName("stacks", place),
      description: `Herald: hands the stacks of ${place.stage} to CloudFormation`,
      assumedBy: new AccountRootPrincipal(),
      maxSessionDuration: SESSION,
    });
  }

  #tell(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description });
  }
}

const statementOf = ({ sid, actions, resources, conditions }: Grant): PolicyStatement =>
  new PolicyStatement({ sid, actions: [...actions], resources: [...resources], ...(conditions && { conditions }) });
