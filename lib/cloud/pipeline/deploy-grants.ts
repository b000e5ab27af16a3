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

/** The pipeline's own role: it takes two others, and reads what the doctor reads. It changes nothing itself. */
export const deployGrants = (place: Place): readonly Grant[] => [
  {
    // Not the bootstrap's roles for look-ups, which may read everything, nor that for images.
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
    // `cdk diff` reads the templates that are deployed with the credentials that it was given. They hold no secret.
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
    // None of them reads data of the service, and few know resources.
    sid: "Doctor",
    actions: [
      ...["acm:DescribeCertificate", "cloudfront:GetPublicKey", "cloudfront:ListResponseHeadersPolicies"],
      ...["lambda:GetAccountSettings", "lambda:GetWebAccountSettings", "sns:GetTopicAttributes"],
      ...["sns:ListSubscriptionsByTopic", "social-messaging:ListLinkedWhatsAppBusinessAccounts"],
      ...verbs("servicequotas", "Get", "ServiceQuota", "AWSDefaultServiceQuota"),
      ...verbs("ec2", "Describe", "Subnets", "RouteTables", "VpcEndpoints", "NatGateways", "SecurityGroups"),
    ],
    resources: ["*"],
  },
];

/**
 * In the place of the bootstrap's role for deployments, which may change every stack of the account: one that somebody else deployed would
 * be changed with the rights that it was deployed with. This one knows the stacks of its stage, and cannot delete them.
 */
export const stacksGrants = (place: Place): readonly Grant[] => [
  {
    // Without a role in the request CloudFormation takes the one that the stack was deployed with: of a stage that had no pipeline then,
    // an administrator's.
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
  // CloudFormation asks for the second in the name of the one who makes a change set.
  bootstrapVersion(place, ["ssm:GetParameter", "ssm:GetParameters"]),
];
