import type { Deployed } from "../../../rehearsal/resources/deployed.ts";
import { functionName } from "../../../rehearsal/resources/kinds.ts";
import { at, fields, type Needs, on, own, TAGS, texts } from "./asking.ts";
import { type Asked, verbsOf } from "./questions.ts";

const functionArn = (one: Deployed): string =>
  at("lambda", one, `function:${functionName(one.properties.FunctionName)}`);
const passed = (role: unknown, service: string): Asked[] =>
  on(String(role), ["iam:PassRole"], { "iam:passedtoservice": service });
/** CloudFormation reads code with the rights of the stack. */
const code = (given: unknown): Asked[] => {
  const { S3Bucket, S3Key } = fields(given);
  return S3Bucket === undefined ? [] : on(`arn:aws:s3:::${S3Bucket}/${S3Key}`, ["s3:GetObject"]);
};
/** Returns the calls for a server's code, which the CDK copies into a bucket with versions, where Lambda reads it. */
const serverCode: Needs = ({ stack }, all) =>
  all
    .filter(({ type, stack: its, properties }) => {
      return type === "AWS::S3::Bucket" && its === stack && properties.VersioningConfiguration !== undefined;
    })
    .flatMap(({ ref }) => on(`arn:aws:s3:::${ref}/code.zip`, ["s3:GetObject", "s3:GetObjectVersion"]));
/** Returns the call of the function behind one of the CDK's custom resources, which CloudFormation makes. */
const called: Needs = ({ properties }) => on(String(properties.ServiceToken), ["lambda:InvokeFunction"]);

/** Returns the calls that put a policy into its role, under the boundary of that role. */
const rolePolicy: Needs = ({ properties }, all) =>
  texts(properties.Roles).flatMap((name) => {
    const role = all.find(({ type, ref }) => type === "AWS::IAM::Role" && ref === name);
    const boundary = { "iam:permissionsboundary": String(role?.properties.PermissionsBoundary) };
    return role ? on(own(role), ["iam:PutRolePolicy", "iam:GetRolePolicy", "iam:DeleteRolePolicy"], boundary) : [];
  });

const role: Needs = (one) => {
  const boundary = { "iam:permissionsboundary": String(one.properties.PermissionsBoundary) };
  return [
    ...on(own(one), ["iam:CreateRole", "iam:PutRolePermissionsBoundary"], boundary),
    ...on(own(one), verbsOf("iam", "Get Update Delete Tag Untag", "Role")),
    ...on(own(one), ["iam:UpdateAssumeRolePolicy", "iam:ListAttachedRolePolicies", "iam:ListRolePolicies"]),
    ...texts(one.properties.ManagedPolicyArns).flatMap((policy) =>
      on(own(one), verbsOf("iam", "Attach Detach", "RolePolicy"), { ...boundary, "iam:policyarn": policy }),
    ),
  ];
};

const lambda: Needs = (one) => [
  ...on(own(one), verbsOf("lambda", "Create Get Delete", "Function")),
  ...on(own(one), [
    "lambda:UpdateFunctionCode",
    "lambda:UpdateFunctionConfiguration",
    "lambda:GetFunctionConfiguration",
  ]),
  ...on(own(one), ["lambda:GetFunctionCodeSigningConfig", "lambda:GetRuntimeManagementConfig", ...TAGS("lambda")]),
  ...on(own(one), verbsOf("lambda", "Get Put", "FunctionRecursionConfig")),
  ...passed(one.properties.Role, "lambda.amazonaws.com"),
  ...code(one.properties.Code),
  ...(one.properties.VpcConfig === undefined
    ? []
    : on("*", verbsOf("ec2", "Describe", "SecurityGroups", "Subnets", "Vpcs"))),
];

/** Maps functions, their callers and their roles to the calls that they need. */
export const FUNCTION_NEEDS: Readonly<Record<string, Needs>> = {
  "AWS::IAM::Role": role,
  "AWS::IAM::Policy": rolePolicy,
  "AWS::Lambda::Function": lambda,
  "AWS::Lambda::Version": (one) =>
    on(functionArn(one), ["lambda:PublishVersion", "lambda:ListVersionsByFunction", "lambda:DeleteFunction"]),
  "AWS::Lambda::Alias": (one) => on(functionArn(one), verbsOf("lambda", "Create Get Update Delete", "Alias")),
  "AWS::Lambda::Permission": (one) =>
    on(functionArn(one), ["lambda:AddPermission", "lambda:RemovePermission", "lambda:GetPolicy"]),
  "AWS::Lambda::EventSourceMapping": (one) => [
    ...on("*", verbsOf("lambda", "Create Get Update Delete", "EventSourceMapping"), {
      "lambda:functionarn": functionArn(one),
    }),
    ...on(at("lambda", one, `event-source-mapping:${one.ref}`), TAGS("lambda")),
  ],
  "AWS::Lambda::EventInvokeConfig": (one) =>
    on(functionArn(one), verbsOf("lambda", "Put Get Update Delete", "FunctionEventInvokeConfig")),
  "AWS::Lambda::Url": (one) => {
    const name = functionName(one.properties.TargetFunctionArn);
    return on(
      at("lambda", one, `function:${name}`),
      verbsOf("lambda", "Create Get Update Delete", "FunctionUrlConfig"),
    );
  },
  // The name of a layer is its logical id, without the name of the stack.
  "AWS::Lambda::LayerVersion": (one) => [
    ...on(at("lambda", one, `layer:${one.logicalId}`), ["lambda:PublishLayerVersion"]),
    ...on(at("lambda", one, `layer:${one.logicalId}:1`), verbsOf("lambda", "Get Delete", "LayerVersion")),
    ...code(one.properties.Content),
  ],
  "AWS::Lambda::WebFunction": (one) => [
    ...on(one.ref, verbsOf("lambda", "Create Get Update Delete", "WebFunction")),
    ...on(one.ref, TAGS("lambda")),
  ],
  "AWS::Lambda::WebFunctionRevision": (one, all) => [
    ...on(at("lambda", one, `web-function:${one.properties.FunctionName}/revision/${one.ref}`), [
      ...verbsOf("lambda", "Create Get Delete", "WebFunctionRevision"),
    ]),
    ...passed(fields(one.properties.ServiceConfig).ExecutionRoleArn, "lambda.amazonaws.com"),
    ...serverCode(one, all),
  ],
  "AWS::Lambda::WebFunctionEndpoint": (one) =>
    on(at("lambda", one, `web-function:${one.properties.FunctionName}/endpoint/${one.properties.EndpointName}`), [
      ...verbsOf("lambda", "Create Get Update Delete", "WebFunctionEndpoint"),
    ]),
  "AWS::Events::Rule": (one) => [
    ...on(own(one), [...verbsOf("events", "Put Describe Delete", "Rule"), ...TAGS("events")]),
    ...on(own(one), ["events:PutTargets", "events:RemoveTargets", "events:ListTargetsByRule"]),
  ],
  "AWS::CodeDeploy::Application": (one) =>
    on(at("codedeploy", one, `application:${one.ref}`), [
      ...verbsOf("codedeploy", "Create Get Update Delete", "Application"),
      ...["codedeploy:RegisterApplicationRevision", "codedeploy:GetApplicationRevision", ...TAGS("codedeploy")],
    ]),
  "AWS::CodeDeploy::DeploymentGroup": (one) => [
    ...on(at("codedeploy", one, `deploymentgroup:${one.properties.ApplicationName}/${one.ref}`), [
      ...verbsOf("codedeploy", "Create Get Update Delete", "DeploymentGroup"),
      ...[...verbsOf("codedeploy", "Create Get", "Deployment"), ...TAGS("codedeploy")],
    ]),
    ...on(at("codedeploy", one, `deploymentconfig:${one.properties.DeploymentConfigName}`), [
      "codedeploy:GetDeploymentConfig",
    ]),
    ...passed(one.properties.ServiceRoleArn, "codedeploy.amazonaws.com"),
  ],
  "Custom::CDKBucketDeployment": called,
  "Custom::S3ObjectCopy": called,
  "Custom::S3AutoDeleteObjects": called,
};
