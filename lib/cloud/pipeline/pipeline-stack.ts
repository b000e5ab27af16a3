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
import { boundaryGrants } from "./boundary-grants.ts";
import { dataGrants } from "./data-grants.ts";
import { deployGrants, stacksGrants } from "./deploy-grants.ts";
import { functionGrants } from "./function-grants.ts";
import { boundaryName, type Grant, type Place, pipelineName } from "./names.ts";
import { roleGrants } from "./role-grants.ts";
import { serviceGrants } from "./service-grants.ts";

const ISSUER = "token.actions.githubusercontent.com";
const AUDIENCE = "sts.amazonaws.com";
/** AWS lets a role that was assumed by another one live for an hour, and a deployment goes on in CloudFormation without it. */
const SESSION = Duration.hours(1);

/** Several, since IAM limits the length of each. */
const EXECUTION = {
  data: dataGrants,
  functions: functionGrants,
  service: serviceGrants,
  roles: roleGrants,
} as const satisfies Record<string, (place: Place) => readonly Grant[]>;

/**
 * An administrator deploys it once, with their own credentials: the role that the pipeline takes, and the rights that CloudFormation has
 * in its name. It is no part of a deployment, which could otherwise widen its own rights.
 */
export class PipelineStack extends Stack {
  constructor(app: App, settings: Settings, pipeline: PipelineSettings) {
    const { stage, isProduction: terminationProtection } = settings;
    const { account, region } = pipeline;
    super(app, `herald-pipeline-${stage}`, {
      description: "Herald: what its pipeline may do",
      env: { account, region },
      terminationProtection,
      // It comes before the bootstrap, whose rights it says.
      synthesizer: asSynthesizer(new BootstraplessSynthesizer()),
    });
    const place = placeOf(settings, pipeline);
    this.#policy("Boundary", boundaryGrants(place), boundaryName(place));
    const policies = Object.entries(EXECUTION).map(([name, grants]) =>
      this.#policy(`Execution-${name}`, grants(place), pipelineName(name, place)),
    );
    const role = this.#deployRole(place, pipeline);
    this.#stacksRole(place);
    this.#tell("DeployRoleArn", role.roleArn, "Of the pipeline: aws-actions/configure-aws-credentials takes it");
    const arns = policies.map(({ managedPolicyArn }) => managedPolicyArn).join(",");
    this.#tell("ExecutionPolicies", arns, "For cdk bootstrap --cloudformation-execution-policies");
  }

  #policy(id: string, grants: readonly Grant[], managedPolicyName: string): ManagedPolicy {
    return new ManagedPolicy(this, id, { managedPolicyName, statements: grants.map(statementOf) });
  }

  #deployRole(place: Place, { repository, providerArn }: PipelineSettings): Role {
    const url = `https://${ISSUER}`;
    const provider =
      providerArn ?? new OidcProviderNative(this, "GitHub", { url, clientIds: [AUDIENCE] }).oidcProviderArn;
    // Exactly: a pattern would let other environments, branches or repositories in. The workflow's environment is called like the stage.
    const claims = { [`${ISSUER}:aud`]: AUDIENCE, [`${ISSUER}:sub`]: `repo:${repository}:environment:${place.stage}` };
    const role = new Role(this, "DeployRole", {
      roleName: pipelineName("deploy", place),
      description: `Herald: deploys the stage ${place.stage} from ${repository}`,
      assumedBy: new WebIdentityPrincipal(provider, { StringEquals: claims }),
      maxSessionDuration: SESSION,
    });
    for (const grant of deployGrants(place)) role.addToPolicy(statementOf(grant));
    return role;
  }

  /** As the bootstrap's, it is for everybody in the account who may take it: administrators deploy by hand with it too. */
  #stacksRole(place: Place): void {
    const role = new Role(this, "StacksRole", {
      roleName: pipelineName("stacks", place),
      description: `Herald: hands the stacks of ${place.stage} to CloudFormation`,
      assumedBy: new AccountRootPrincipal(),
      maxSessionDuration: SESSION,
    });
    for (const grant of stacksGrants(place)) role.addToPolicy(statementOf(grant));
  }

  #tell(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description });
  }
}

const placeOf = ({ stage, bootstrapQualifier, ...rest }: Settings, { account, region }: PipelineSettings): Place => ({
  ...{ stage, account, region, qualifier: bootstrapQualifier },
  ...{ mediaBucket: rest.media?.bucketName, chatTopicArn: rest.chatTopicArn, vpcId: rest.network?.vpcId },
});

const statementOf = ({ sid, actions, resources, conditions }: Grant): PolicyStatement =>
  new PolicyStatement({ sid, actions: [...actions], resources: [...resources], ...(conditions && { conditions }) });
