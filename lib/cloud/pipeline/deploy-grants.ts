import { type Grant, type Place, regional, stacksRoleArn, verbs } from "./names.ts";

const STACKS = ["data", "service", "panel"] as const;

const bootstrapRole = ({ account, region, qualifier }: Place, kind: string): string =>
  `arn:aws:iam::${account}:role/cdk-${qualifier}-${kind}-role-${account}-${region}`;

const bootstrapVersion = (place: Place): Grant => ({
  sid: "BootstrapVersion",
  actions: ["ssm:GetParameter", "ssm:GetParameters"],
  resources: [regional(place, "ssm", `parameter/cdk-bootstrap/${place.qualifier}/version`)],
});

/** The pipeline's own role: it takes two others, and reads what the doctor reads. It changes nothing itself. */
export const deployGrants = (place: Place): readonly Grant[] => [
  {
    // Not the bootstrap's roles for look-ups, which may read everything, nor that for images.
    sid: "Deployments",
    actions: ["sts:AssumeRole"],
    resources: [stacksRoleArn(place), bootstrapRole(place, "file-publishing")],
  },
  bootstrapVersion(place),
  {
    sid: "Outputs",
    actions: ["cloudformation:DescribeStacks"],
    resources: [regional(place, "cloudformation", "stack/herald-*")],
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
    sid: "Stacks",
    actions: [
      ...verbs("cloudformation", "Create Delete Describe Execute", "ChangeSet"),
      ...verbs("cloudformation", "Create Update Rollback", "Stack"),
      ...verbs("cloudformation", "Describe", "Stacks", "StackEvents", "StackResources"),
      ...["cloudformation:ContinueUpdateRollback", "cloudformation:ListStackResources"],
      ...[
        "cloudformation:GetTemplate",
        "cloudformation:GetTemplateSummary",
        "cloudformation:UpdateTerminationProtection",
      ],
    ],
    resources: STACKS.map((stack) => regional(place, "cloudformation", `stack/herald-${stack}-${place.stage}/*`)),
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
  bootstrapVersion(place),
];
