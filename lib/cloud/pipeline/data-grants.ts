import { bucketArns, type Grant, named, type Place, regional, tagged, verbs } from "./names.ts";

/**
 * Returns CloudFormation's rights on the services that keep data: it may create, change and remove resources, and may
 * not read the data.
 */
export const dataGrants = (place: Place): readonly Grant[] => [...stores(place), ...keys(place), ...secrets(place)];

const stores = (place: Place): readonly Grant[] => [
  {
    sid: "Tables",
    actions: [
      ...verbs("dynamodb", "Create Describe Update Delete", "Table"),
      ...verbs("dynamodb", "Describe Update", "TimeToLive", "ContinuousBackups", "ContributorInsights"),
      ...["dynamodb:DescribeKinesisStreamingDestination", "dynamodb:DescribeTableReplicaAutoScaling"],
      ...["dynamodb:GetResourcePolicy", "dynamodb:ListTagsOfResource"],
      ...verbs("dynamodb", "Tag Untag", "Resource"),
    ],
    resources: named(place, "dynamodb", { prefix: "table/", of: ["data"] }),
  },
  {
    sid: "Buckets",
    actions: [
      ...verbs("s3", "Create Delete List", "Bucket"),
      ...["s3:GetBucket*", "s3:Get*Configuration"],
      ...verbs("s3", "Put", "EncryptionConfiguration", "LifecycleConfiguration", "BucketOwnershipControls"),
      ...verbs("s3", "Put", "BucketPublicAccessBlock", "BucketTagging", "BucketVersioning", "BucketAcl"),
      ...verbs("s3", "Put Delete", "BucketPolicy"),
    ],
    resources: bucketArns(place),
  },
];

const keys = (place: Place): readonly Grant[] => [
  {
    sid: "KeyMade",
    actions: ["kms:CreateKey", "kms:TagResource"],
    resources: ["*"],
    conditions: tagged("aws:RequestTag", place),
  },
  {
    // CloudFormation calls these right after it creates the key, when the tags may not be in effect yet.
    sid: "KeyLooked",
    actions: ["kms:DescribeKey", "kms:EnableKeyRotation", "kms:GetKeyPolicy", "kms:GetKeyRotationStatus"].concat(
      "kms:ListResourceTags",
    ),
    resources: [regional(place, "kms", "key/*")],
  },
  {
    sid: "KeyChanged",
    actions: [
      ...["kms:PutKeyPolicy", "kms:UpdateKeyDescription", "kms:EnableKey", "kms:DisableKey", "kms:DisableKeyRotation"],
      ...["kms:UntagResource", "kms:ScheduleKeyDeletion", "kms:CancelKeyDeletion"],
    ],
    resources: [regional(place, "kms", "key/*")],
    conditions: tagged("aws:ResourceTag", place),
  },
  {
    sid: "KeyAliases",
    actions: verbs("kms", "Create Update Delete", "Alias"),
    resources: [regional(place, "kms", `alias/herald-${place.stage}-secrets`), regional(place, "kms", "key/*")],
  },
  { sid: "KeyAliasesListed", actions: ["kms:ListAliases"], resources: ["*"] },
];

const secrets = (place: Place): readonly Grant[] => [
  {
    // CloudFormation names secrets after their logical id without the stack, so tags restrict them instead.
    sid: "SecretsMade",
    actions: ["secretsmanager:CreateSecret", "secretsmanager:TagResource"],
    resources: [regional(place, "secretsmanager", "secret:*")],
    conditions: tagged("aws:RequestTag", place),
  },
  {
    // CloudFormation inserts the secrets into the configuration of functions and of the distribution.
    sid: "Secrets",
    actions: [...verbs("secretsmanager", "Describe Update Delete", "Secret"), "secretsmanager:GetSecretValue"].concat(
      "secretsmanager:UntagResource",
    ),
    resources: [regional(place, "secretsmanager", "secret:*")],
    conditions: tagged("aws:ResourceTag", place),
  },
  { sid: "SecretsDrawn", actions: ["secretsmanager:GetRandomPassword"], resources: ["*"] },
];
