import { bucketArns, type Grant, named, type Place, regional } from "./names.ts";

/**
 * Returns the upper limit of the rights of any role of this service, whatever its own policies say. A wider right that
 * a deployment grants has no effect. The roles' own policies are narrower; a test compares them.
 */
export const boundaryGrants = (place: Place): readonly Grant[] => [
  {
    sid: "Items",
    actions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"]
      .concat("ConditionCheckItem")
      .map((one) => `dynamodb:${one}`),
    resources: named(place, "dynamodb", { prefix: "table/", of: ["data"] }),
  },
  {
    sid: "Streams",
    actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
    resources: named(place, "dynamodb", { prefix: "table/", of: ["data"] }),
  },
  { sid: "StreamsListed", actions: ["dynamodb:ListStreams"], resources: ["*"] },
  // The CDK's function that empties a bucket before its deletion also changes the policy of the bucket.
  { sid: "Files", actions: ["s3:*"], resources: bucketArns(place).flatMap((arn) => [arn, `${arn}/*`]) },
  {
    sid: "Assets",
    actions: ["s3:Get*", "s3:List*"],
    resources: ["", "/*"].map(
      (rest) => `arn:aws:s3:::cdk-${place.qualifier}-assets-${place.account}-${place.region}${rest}`,
    ),
  },
  {
    sid: "Secrets",
    actions: ["kms:GenerateDataKeyWithoutPlaintext", "kms:Decrypt"],
    resources: [regional(place, "kms", "key/*")],
    conditions: { StringEquals: { "kms:EncryptionContext:service": "herald" } },
  },
  {
    sid: "Messages",
    actions: ["SendMessage", "ReceiveMessage", "DeleteMessage", "ChangeMessageVisibility", "GetQueueUrl"]
      .concat("GetQueueAttributes")
      .map((one) => `sqs:${one}`),
    resources: named(place, "sqs"),
  },
  {
    sid: "Chat",
    actions: ["social-messaging:*"],
    resources: ["waba", "phone-number-id"].map((kind) => `arn:aws:social-messaging:*:${place.account}:${kind}/*`),
  },
  {
    sid: "Logs",
    actions: ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"],
    resources: [regional(place, "logs", "log-group:*")],
  },
  {
    sid: "Canaries",
    actions: ["lambda:GetAlias", "lambda:UpdateAlias", "lambda:GetProvisionedConcurrencyConfig"],
    resources: named(place, "lambda", { prefix: "function:" }),
  },
  { sid: "Alarms", actions: ["cloudwatch:DescribeAlarms"], resources: ["*"] },
  ...(place.vpcId === undefined ? [] : interfaces(place)),
];

/** Functions in a network need these rights. */
const interfaces = (place: Place): readonly Grant[] => [
  { sid: "InterfacesLooked", actions: ["ec2:DescribeNetworkInterfaces", "ec2:DescribeSubnets"], resources: ["*"] },
  {
    sid: "Interfaces",
    actions: ["CreateNetworkInterface", "DeleteNetworkInterface", "AssignPrivateIpAddresses"]
      .concat("UnassignPrivateIpAddresses")
      .map((one) => `ec2:${one}`),
    resources: [regional(place, "ec2", "*/*")],
  },
];
