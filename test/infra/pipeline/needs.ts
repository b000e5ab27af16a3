import { at, type Needs, on, own, TAGS, texts, world } from "./asking.ts";
import { FUNCTION_NEEDS } from "./function-needs.ts";
import { verbsOf } from "./questions.ts";

const cdn =
  (path: string, thing: string): Needs =>
  (one) =>
    on(world("cloudfront", one, `${path}/${one.ref}`), verbsOf("cloudfront", "Create Get Update Delete", thing));
const api =
  (path: string): Needs =>
  ({ region }) =>
    on(
      `arn:aws:apigateway:${region}::/apis${path}`,
      ["POST", "GET", "PATCH", "DELETE"].map((one) => `apigateway:${one}`),
    );
/**
 * Maps each kind of resource to the calls that CloudFormation makes with the rights of its stack: to create, read,
 * change and delete it. They come from "handlers" in the kind's schema in the CloudFormation registry, without those
 * for properties that no template here has.
 */
export const NEEDS: Readonly<Record<string, Needs>> = {
  ...FUNCTION_NEEDS,
  "AWS::DynamoDB::GlobalTable": (one) => [
    ...on(own(one), verbsOf("dynamodb", "Create Describe Update Delete", "Table")),
    ...on(own(one), verbsOf("dynamodb", "Describe Update", "TimeToLive", "ContinuousBackups")),
    ...on(own(one), ["dynamodb:DescribeContributorInsights", "dynamodb:DescribeKinesisStreamingDestination"]),
    ...on(own(one), ["dynamodb:DescribeTableReplicaAutoScaling", "dynamodb:ListTagsOfResource", ...TAGS("dynamodb")]),
    ...on(own(one), ["dynamodb:GetResourcePolicy"]),
  ],
  "AWS::SQS::Queue": (one) => [
    ...on(own(one), [...verbsOf("sqs", "Create Delete", "Queue"), ...verbsOf("sqs", "Get Set", "QueueAttributes")]),
    ...on(own(one), [...TAGS("sqs", "Queue"), "sqs:ListQueueTags"]),
  ],
  "AWS::SQS::QueuePolicy": ({ properties }, all) =>
    all
      .filter(({ ref }) => texts(properties.Queues).includes(ref))
      .flatMap((queue) => on(own(queue), verbsOf("sqs", "Get Set", "QueueAttributes"))),
  "AWS::S3::Bucket": (one) => [
    ...on(own(one), verbsOf("s3", "Create Delete List", "Bucket")),
    ...on(own(one), verbsOf("s3", "Get Put", "EncryptionConfiguration", "BucketPublicAccessBlock", "BucketTagging")),
    ...on(own(one), verbsOf("s3", "Get Put", "BucketOwnershipControls", "LifecycleConfiguration", "BucketVersioning")),
    ...on(own(one), verbsOf("s3", "Get Put", "BucketAcl")),
  ],
  "AWS::S3::BucketPolicy": ({ properties }) =>
    on(`arn:aws:s3:::${properties.Bucket}`, verbsOf("s3", "Get Put Delete", "BucketPolicy")),
  "AWS::KMS::Key": (one) => [
    ...on("*", ["kms:CreateKey", "kms:TagResource"]),
    ...on(own(one), ["kms:DescribeKey", "kms:GetKeyPolicy", "kms:GetKeyRotationStatus", "kms:ListResourceTags"]),
    ...on(own(one), [
      "kms:EnableKeyRotation",
      "kms:PutKeyPolicy",
      "kms:UpdateKeyDescription",
      "kms:ScheduleKeyDeletion",
    ]),
  ],
  "AWS::KMS::Alias": (one, all) => [
    ...on(at("kms", one, one.ref), verbsOf("kms", "Create Update Delete", "Alias")),
    ...all.filter(({ type }) => type === "AWS::KMS::Key").flatMap((key) => on(own(key), ["kms:CreateAlias"])),
    ...on("*", ["kms:ListAliases"]),
  ],
  "AWS::SNS::Topic": (one) => [
    ...on(one.ref, [...verbsOf("sns", "Create Delete", "Topic"), ...verbsOf("sns", "Get Set", "TopicAttributes")]),
    ...on(one.ref, [...TAGS("sns"), "sns:ListTagsForResource", "sns:GetDataProtectionPolicy"]),
  ],
  "AWS::SNS::TopicPolicy": ({ properties }) =>
    texts(properties.Topics).flatMap((topic) => on(topic, ["sns:SetTopicAttributes"])),
  "AWS::SNS::Subscription": ({ ref, properties }) => [
    ...on(String(properties.TopicArn), ["sns:Subscribe", "sns:ListSubscriptionsByTopic"]),
    ...on(ref, ["sns:Unsubscribe", ...verbsOf("sns", "Get Set", "SubscriptionAttributes")]),
  ],
  // CloudFormation makes the name from the id in the template, without that of the stack.
  "AWS::SecretsManager::Secret": (one) => [
    ...on(at("secretsmanager", one, `secret:${one.logicalId}-AbCdEf`), [
      ...verbsOf("secretsmanager", "Create Describe Update Delete", "Secret"),
      ...["secretsmanager:GetSecretValue", ...TAGS("secretsmanager")],
    ]),
    ...on("*", ["secretsmanager:GetRandomPassword"]),
  ],
  // These two kinds have no handlers in the registry; the calls are those of the SES API.
  "AWS::SES::ReceiptRuleSet": () => on("*", verbsOf("ses", "Create Describe Delete", "ReceiptRuleSet")),
  "AWS::SES::ReceiptRule": () => on("*", verbsOf("ses", "Create Describe Update Delete", "ReceiptRule")),
  "AWS::ApiGatewayV2::Api": (one, all) => [
    ...api("")(one, all),
    ...api(`/${one.ref}`)(one, all),
    ...on(`arn:aws:apigateway:${one.region}::/tags/x`, ["apigateway:TagResource", "apigateway:UntagResource"]),
  ],
  "AWS::ApiGatewayV2::Stage": (one, all) => [
    ...api(`/${one.properties.ApiId}/stages`)(one, all),
    ...(one.properties.AccessLogSettings === undefined
      ? []
      : on("*", [...verbsOf("logs", "Create Get Update Delete", "LogDelivery"), "logs:PutResourcePolicy"])),
  ],
  "AWS::ApiGatewayV2::Integration": (one, all) => api(`/${one.properties.ApiId}/integrations`)(one, all),
  "AWS::ApiGatewayV2::Route": (one, all) => api(`/${one.properties.ApiId}/routes`)(one, all),
  "AWS::CloudFront::Distribution": (one, all) => [
    ...cdn("distribution", "Distribution")(one, all),
    ...on(world("cloudfront", one, `distribution/${one.ref}`), [
      "cloudfront:GetDistributionConfig",
      ...TAGS("cloudfront"),
    ]),
  ],
  "AWS::CloudFront::Function": (one) =>
    on(one.ref, verbsOf("cloudfront", "Create Get Update Delete Publish Describe", "Function")),
  "AWS::CloudFront::ResponseHeadersPolicy": cdn("response-headers-policy", "ResponseHeadersPolicy"),
  "AWS::CloudFront::CachePolicy": cdn("cache-policy", "CachePolicy"),
  "AWS::CloudFront::OriginAccessControl": cdn("origin-access-control", "OriginAccessControl"),
  "AWS::CloudFront::KeyGroup": cdn("key-group", "KeyGroup"),
  "AWS::Logs::LogGroup": (one) => [
    ...on(own(one), [...verbsOf("logs", "Create Delete", "LogGroup"), ...TAGS("logs"), "logs:ListTagsForResource"]),
    ...on(own(one), verbsOf("logs", "Put Delete", "RetentionPolicy")),
    ...on("*", ["logs:DescribeLogGroups"]),
  ],
  "AWS::CloudWatch::Alarm": (one) => [
    ...on(own(one), ["cloudwatch:PutMetricAlarm", "cloudwatch:DescribeAlarms", "cloudwatch:DeleteAlarms"]),
    ...on(own(one), [...TAGS("cloudwatch"), "cloudwatch:ListTagsForResource"]),
  ],
  "AWS::CloudWatch::Dashboard": (one) =>
    on(world("cloudwatch", one, `dashboard/${one.ref}`), [
      ...["cloudwatch:PutDashboard", "cloudwatch:GetDashboard", "cloudwatch:DeleteDashboards"],
    ]),
  "AWS::EC2::SecurityGroup": (one) => {
    const group = at("ec2", one, `security-group/${one.ref}`);
    return [
      ...on(at("ec2", one, `vpc/${one.properties.VpcId}`), ["ec2:CreateSecurityGroup"]),
      ...on(group, ["ec2:CreateSecurityGroup"]),
      ...on(group, ["ec2:CreateTags"], { "ec2:createaction": "CreateSecurityGroup" }),
      ...on(group, [...verbsOf("ec2", "Authorize Revoke", "SecurityGroupEgress"), "ec2:DeleteSecurityGroup"]),
      ...on("*", ["ec2:DescribeSecurityGroups"]),
    ];
  },
};
