import { bootstrapRoleName, type Grant, global, type Place, regional, stacksRoleArn, verbs } from "./names.ts";

const STACKS = ["data", "service", "panel"] as const;

const bootstrapRole = (place: Place, kind: string): string =>
  global(place, "iam", `role/${bootstrapRoleName(place, kind)}`);

const bootstrapVersion = (place: Place, actions: readonly string[]): Grant => ({
  sid: "BootstrapVersion",
  actions,
  resources: [regional(place, "ssm", `parameter/cdk-bootstrap/${place.qualifier}/version`)],
});

const stackArns = (place: Place): string[] =>
  STACKS.map((stack) => regional(place, "cloudformation", `stack/herald-${stack}-${place.stage}/*`));

/**
 * Returns the rights of the pipeline's own role. It assumes two other roles, reads what the doctor reads, and changes
 * nothing itself.
 */
export const deployGrants = (place: Place): readonly Grant[] => [
  {
    // The role may not assume the bootstrap's roles for look-ups, which may read everything, and for images.
    sid: "Deployments",
    actions: ["sts:AssumeRole"],
    resources: [stacksRoleArn(place), bootstrapRole(place, "file-publishing")],
  },
  bootstrapVersion(place, ["ssm:GetParameter"]),
  {
    sid: "Outputs",
    actions: ["cloudformation:DescribeStacks"],
    resources: [regional(place, "cloudformation", "stack/herald-*")],
  },
  {
    // `cdk diff` reads the deployed templates with the credentials of its caller. Templates contain no secrets.
    sid: "Difference",
    actions: ["cloudformation:GetTemplate"],
    resources: stackArns(place),
  },
  {
    sid: "BootstrapRights",
    actions: ["iam:ListAttachedRolePolicies"],
    resources: [bootstrapRole(place, "cfn-exec")],
  },
  {
    // None of these actions reads data of the service, and few can be restricted to single resources.
    sid: "Doctor",
    actions: [
      ...[
        "acm:DescribeCertificate",
        "cloudfront:GetPublicKey",
        "cloudfront:ListResponseHeadersPolicies",
        "cloudfront:ListDistributions",
      ],
      ...["lambda:GetAccountSettings", "lambda:GetWebAccountSettings", "sns:GetTopicAttributes"],
      ...["sns:ListSubscriptionsByTopic", "social-messaging:ListLinkedWhatsAppBusinessAccounts"],
      ...verbs("servicequotas", "Get", "ServiceQuota", "AWSDefaultServiceQuota"),
      ...verbs("ec2", "Describe", "Subnets", "RouteTables", "VpcEndpoints", "NatGateways", "SecurityGroups"),
    ],
    resources: ["*"],
  },
];

/**
 * Returns the rights of the role that replaces the bootstrap's role for deployments. The bootstrap's role may change
 * every stack of the account with the rights that each stack was deployed with. This role may change only the stacks of
 * its stage, and cannot delete them.
 */
export const stacksGrants = (place: Place): readonly Grant[] => [
  {
    // If a request names no role, CloudFormation uses the role that last deployed the stack. In a stage without a
    // pipeline until then, that role is an administrator's, so the condition demands a named role.
    sid: "StacksChanged",
    actions: [
      ...verbs("cloudformation", "Create Update Rollback", "Stack"),
      ...["cloudformation:CreateChangeSet", "cloudformation:ContinueUpdateRollback"],
    ],
    resources: stackArns(place),
    conditions: { StringEquals: { "cloudformation:RoleArn": bootstrapRole(place, "cfn-exec") } },
  },
  {
    sid: "Stacks",
    actions: [
      ...verbs("cloudformation", "Delete Describe Execute", "ChangeSet"),
      ...verbs("cloudformation", "Describe", "Stacks", "StackEvents", "StackResources"),
      ...verbs("cloudformation", "Get", "Template", "TemplateSummary"),
      ...["cloudformation:ListStackResources", "cloudformation:UpdateTerminationProtection"],
    ],
    resources: stackArns(place),
  },
  {
    sid: "HandedToCloudFormation",
    actions: ["iam:PassRole"],
    resources: [bootstrapRole(place, "cfn-exec")],
    conditions: { StringEquals: { "iam:PassedToService": "cloudformation.amazonaws.com" } },
  },
  {
    sid: "Templates",
    actions: ["s3:GetObject", "s3:GetBucketLocation", "s3:ListBucket"],
    resources: ["", "/*"].map(
      (rest) => `arn:aws:s3:::cdk-${place.qualifier}-assets-${place.account}-${place.region}${rest}`,
    ),
  },
  // CloudFormation calls `GetParameters` in the name of the caller that creates a change set.
  bootstrapVersion(place, ["ssm:GetParameter", "ssm:GetParameters"]),
];
