import { type Grant, global, named, type Place, regional, tagged, verbs } from "./names.ts";

const ALL = ["data", "service", "panel"] as const;

/** Returns CloudFormation's rights for queues, topics, logs, alarms, the API and the edge. */
export const serviceGrants = (place: Place): readonly Grant[] => [
  ...messages(place),
  ...watching(place),
  ...addresses(place),
  ...network(place),
  ...mailReceipt(place),
];

const messages = (place: Place): readonly Grant[] => [
  {
    sid: "Queues",
    actions: [
      ...verbs("sqs", "Create Delete Tag Untag", "Queue"),
      ...["sqs:GetQueueAttributes", "sqs:SetQueueAttributes", "sqs:ListQueueTags", "sqs:GetQueueUrl"],
    ],
    resources: named(place, "sqs"),
  },
  {
    sid: "Topics",
    actions: [
      ...verbs("sns", "Create Delete", "Topic"),
      ...verbs("sns", "Get Set", "TopicAttributes"),
      ...["sns:GetDataProtectionPolicy", "sns:ListTagsForResource", "sns:TagResource", "sns:UntagResource"],
    ],
    resources: named(place, "sns"),
  },
  {
    // The ARN of a subscription is the ARN of its topic with a suffix.
    sid: "Subscriptions",
    actions: [
      ...["sns:Subscribe", "sns:Unsubscribe", "sns:ListSubscriptionsByTopic"],
      ...verbs("sns", "Get Set", "SubscriptionAttributes"),
    ],
    resources: subscribed(place),
  },
];

/** The stack subscribes to its own topics, and to a topic of events that the settings name. */
const subscribed = (place: Place): readonly string[] => [
  ...(place.chatTopicArn === undefined || place.bounceDomain !== undefined ? named(place, "sns") : []),
  ...(place.chatTopicArn === undefined ? [] : [place.chatTopicArn, `${place.chatTopicArn}:*`]),
];

const watching = (place: Place): readonly Grant[] => [
  {
    sid: "Logs",
    actions: [
      ...verbs("logs", "Create Delete", "LogGroup"),
      ...verbs("logs", "Put Delete", "RetentionPolicy"),
      ...["logs:ListTagsForResource", "logs:TagResource", "logs:UntagResource", "logs:GetDataProtectionPolicy"],
      ...["logs:DescribeIndexPolicies", "logs:DescribeResourcePolicies"],
    ],
    resources: [
      ...named(place, "logs", { prefix: "log-group:", of: ALL }),
      ...named(place, "logs", { prefix: "log-group:/aws/vendedlogs/" }),
    ],
  },
  {
    // The access log of the gateway needs these rights. Log deliveries have no names, and one policy serves all logs of
    // the region.
    sid: "LogDeliveries",
    actions: [
      ...verbs("logs", "Create Get Update Delete", "LogDelivery"),
      ...["logs:ListLogDeliveries", "logs:PutResourcePolicy", "logs:DescribeResourcePolicies"].concat(
        "logs:DescribeLogGroups",
      ),
    ],
    resources: ["*"],
  },
  {
    sid: "Alarms",
    actions: [
      ...["cloudwatch:PutMetricAlarm", "cloudwatch:DeleteAlarms", "cloudwatch:DescribeAlarms"],
      ...["cloudwatch:ListTagsForResource", "cloudwatch:TagResource", "cloudwatch:UntagResource"],
    ],
    resources: named(place, "cloudwatch", { prefix: "alarm:" }),
  },
  {
    sid: "Dashboards",
    actions: ["cloudwatch:PutDashboard", "cloudwatch:GetDashboard", "cloudwatch:DeleteDashboards"],
    resources: [global(place, "cloudwatch", "dashboard/*")],
  },
];

/**
 * Returns the rights for the gateway and the edge. Both choose the ids of their resources, and most resources of the
 * edge have no tags, so nothing narrower is possible.
 */
const addresses = (place: Place): readonly Grant[] => [
  {
    // The actions of the gateway are HTTP methods.
    sid: "Apis",
    actions: ["GET", "POST", "PUT", "PATCH", "DELETE", "TagResource", "UntagResource"].map(
      (one) => `apigateway:${one}`,
    ),
    resources: ["/apis", "/apis/*", "/tags/*"].map((path) => `arn:aws:apigateway:${place.region}::${path}`),
  },
  {
    sid: "Edge",
    actions: [
      ...verbs("cloudfront", "Create Get Update Delete", "Distribution", "OriginAccessControl", "KeyGroup"),
      ...verbs("cloudfront", "Create Get Update Delete", "ResponseHeadersPolicy", "CachePolicy"),
      ...verbs("cloudfront", "Create Get Update Delete Describe Publish", "Function"),
      ...verbs("cloudfront", "Get", "DistributionConfig", "OriginAccessControlConfig", "KeyGroupConfig"),
      ...verbs("cloudfront", "Get", "ResponseHeadersPolicyConfig", "CachePolicyConfig"),
      ...["cloudfront:ListTagsForResource", "cloudfront:TagResource", "cloudfront:UntagResource"],
    ],
    resources: [global(place, "cloudfront", "*")],
  },
];

/** Returns the rights for the rule by which mails come back. SES takes no resource in a policy for receipt rules. */
const mailReceipt = (place: Place): readonly Grant[] =>
  place.bounceDomain === undefined
    ? []
    : [
        {
          sid: "MailReceipt",
          actions: [
            ...verbs("ses", "Create Describe Delete", "ReceiptRuleSet"),
            ...verbs("ses", "Create Describe Update Delete", "ReceiptRule"),
          ],
          resources: ["*"],
        },
      ];

/** Returns the rights for the network through which mail leaves. */
const network = (place: Place): readonly Grant[] =>
  place.vpcId === undefined
    ? []
    : [
        {
          sid: "NetworkLooked",
          actions: verbs("ec2", "Describe", "SecurityGroups", "SecurityGroupRules", "Subnets", "Vpcs").concat(
            "ec2:DescribeNetworkInterfaces",
          ),
          resources: ["*"],
        },
        {
          sid: "SecurityGroupMade",
          actions: ["ec2:CreateSecurityGroup"],
          resources: [regional(place, "ec2", `vpc/${place.vpcId}`), regional(place, "ec2", "security-group/*")],
        },
        {
          sid: "SecurityGroupTagged",
          actions: ["ec2:CreateTags"],
          resources: [regional(place, "ec2", "security-group/*")],
          conditions: { StringEquals: { "ec2:CreateAction": "CreateSecurityGroup" } },
        },
        {
          sid: "SecurityGroupChanged",
          actions: [
            ...verbs("ec2", "Authorize Revoke", "SecurityGroupEgress"),
            ...["ec2:UpdateSecurityGroupRuleDescriptionsEgress", "ec2:DeleteSecurityGroup", "ec2:DeleteTags"],
          ],
          resources: [regional(place, "ec2", "security-group/*")],
          conditions: tagged("aws:ResourceTag", place),
        },
      ];
