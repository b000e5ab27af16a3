import { Match, type Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { settings as prodExample } from "../../../config/prod.example.ts";
import { CONTENT_PREFIXES } from "../../../lib/cloud/content-grants.ts";
import { type TableDefinition, tables } from "../../../lib/tables.ts";
import { tableAdapters } from "../../support/table-adapters.ts";
import { resourcesOf, synthesise } from "./synthesise.ts";

const byText = (a: string, b: string) => a.localeCompare(b);

describe("data stack", () => {
  let data: Template;
  beforeAll(() => {
    data = synthesise().data;
  });
  const idsOf = (type: string) => Object.keys(data.findResources(type)).toSorted(byText);
  const tableOf = ({ name }: TableDefinition) => data.findResources("AWS::DynamoDB::GlobalTable")[`${name}Table`];

  it("never changes the logical id of what holds something", () => {
    expect(idsOf("AWS::DynamoDB::GlobalTable")).toEqual([
      "ApiKeysTable",
      "ChatTable",
      "ConfigTable",
      "EphemeralTable",
      "EventsTable",
      "NotificationsTable",
      "WebhooksTable",
    ]);
    expect(idsOf("AWS::KMS::Key")).toEqual(["SealingKey"]);
    expect(idsOf("AWS::S3::Bucket")).toEqual(["ContentBucket"]);
  });

  it.each(tables)(
    "creates the table $name on demand with its keys, its time to live, its stream and its indexes",
    (definition) => {
      const { name, partitionKey, sortKey, ttlAttribute, stream, indexes = [] } = definition;
      const { Properties: table } = tableOf(definition) ?? {};
      expect(table).toMatchObject({
        BillingMode: "PAY_PER_REQUEST",
        KeySchema: [
          { AttributeName: partitionKey, KeyType: "HASH" },
          ...(sortKey ? [{ AttributeName: sortKey, KeyType: "RANGE" }] : []),
        ],
      });
      expect(table.TableName, `${name} has no fixed name: two stages may share an account`).toBeUndefined();
      expect(table.TimeToLiveSpecification).toEqual(
        ttlAttribute ? { AttributeName: ttlAttribute, Enabled: true } : undefined,
      );
      expect(table.StreamSpecification).toEqual(stream ? { StreamViewType: "NEW_AND_OLD_IMAGES" } : undefined);
      expect((table.GlobalSecondaryIndexes ?? []).map((index: { IndexName: string }) => index.IndexName)).toEqual(
        indexes.map((index) => index.name),
      );
    },
  );

  const indexes = tables.flatMap((table) => (table.indexes ?? []).map((index) => ({ table, ...index })));

  it.each(indexes)("gives the index $name its keys, their types and what it carries", ({ table, ...index }) => {
    const { name, partitionKey, partitionKeyType = "S", sortKey, sortKeyType = "S", projection } = index;
    const { AttributeDefinitions, GlobalSecondaryIndexes } = tableOf(table)?.Properties ?? {};
    expect(GlobalSecondaryIndexes).toContainEqual({
      IndexName: name,
      KeySchema: [
        { AttributeName: partitionKey, KeyType: "HASH" },
        ...(sortKey ? [{ AttributeName: sortKey, KeyType: "RANGE" }] : []),
      ],
      Projection:
        typeof projection === "string"
          ? { ProjectionType: projection }
          : { ProjectionType: "INCLUDE", NonKeyAttributes: projection },
    });
    expect(AttributeDefinitions).toContainEqual({ AttributeName: partitionKey, AttributeType: partitionKeyType });
    if (sortKey) expect(AttributeDefinitions).toContainEqual({ AttributeName: sortKey, AttributeType: sortKeyType });
  });

  it.each(tables)("backs $name up and keeps it when its stack goes, if it is durable", (definition) => {
    const table = tableOf(definition);
    const [policy, replaced] = definition.isDurable ? ["RetainExceptOnCreate", "Retain"] : ["Delete", "Delete"];
    expect(table).toMatchObject({ DeletionPolicy: policy, UpdateReplacePolicy: replaced });
    const recovery = {
      PointInTimeRecoveryEnabled: definition.isDurable,
      ...(definition.isDurable && { RecoveryPeriodInDays: 35 }),
    };
    expect(table?.Properties.Replicas).toMatchObject([{ PointInTimeRecoverySpecification: recovery }]);
  });

  it("leaves nothing in the way of a second attempt when its first deployment fails", () => {
    const { data: production, service } = synthesise({ ...prodExample, stage: "prod", edgeAccessLogs: true });
    for (const stack of [production, service]) {
      const resources: Record<string, { Type: string; DeletionPolicy?: string }> = stack.toJSON().Resources;
      const left = Object.values(resources).filter(({ DeletionPolicy }) => DeletionPolicy === "Retain");
      // No later deployment needs the name of a version, or of the log of the CDK's own function, again.
      const harmless = ["AWS::Lambda::Version", "AWS::Logs::LogGroup"];
      expect(left.map(({ Type }) => Type).filter((type) => !harmless.includes(type))).toEqual([]);
    }
    // A rollback cannot delete a protected table, so every resource that may fail, for instance because of a bucket's
    // name, comes before it.
    for (const [id, table] of Object.entries(production.findResources("AWS::DynamoDB::GlobalTable"))) {
      const isProtected: boolean = table.Properties.Replicas[0].DeletionProtectionEnabled;
      const first = ["ContentBucket", "MediaBucket", "SealingKey"];
      expect([id, table.DependsOn ?? []]).toEqual([id, isProtected ? expect.arrayContaining(first) : []]);
    }
  });

  it("protects durable tables from deletion in production", () => {
    const { data: production } = synthesise({ stage: "prod" });
    const found = production.findResources("AWS::DynamoDB::GlobalTable");
    const isProtected = ({ name }: TableDefinition) =>
      found[`${name}Table`]?.Properties.Replicas[0].DeletionProtectionEnabled;
    expect(tables.map(isProtected)).toEqual(tables.map(({ isDurable }) => isDurable));
  });

  it("keeps and rotates the sealing key, and refuses its use outside of this service's context", () => {
    data.hasResource("AWS::KMS::Key", {
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
      Properties: {
        EnableKeyRotation: true,
        KeyPolicy: {
          Statement: Match.arrayWith([
            Match.objectLike({
              Effect: "Deny",
              Action: ["kms:Encrypt", "kms:Decrypt", "kms:GenerateDataKey", "kms:GenerateDataKeyWithoutPlaintext"],
              Condition: { StringNotEquals: { "kms:EncryptionContext:service": "herald" } },
            }),
          ]),
        },
      },
    });
    expect(idsOf("AWS::KMS::Alias")).toHaveLength(1);
  });

  it("keeps the content bucket, private and encrypted, and lets contents expire, and a template's replaced text with the backups that name it", () => {
    data.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: Match.anyValue(),
      },
    });
    const [[, bucket] = ["", { Properties: {} }]] = resourcesOf(data, "AWS::S3::Bucket");
    expect(bucket.Properties.LifecycleConfiguration.Rules).toEqual([
      { Id: "unfinished-uploads", Status: "Enabled", AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      {
        ...{ Id: "bodies", Status: "Enabled", Prefix: "bodies/", ExpirationInDays: 14 },
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      },
      ...(
        [
          ["uploads", 8],
          ["attachments", 8 + 14],
          ["attachments-later", 8 + 14 + 90],
        ] as const
      ).map(([id, ExpirationInDays]) => ({
        ...{ Id: id, Status: "Enabled", Prefix: `${id}/`, ExpirationInDays },
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      })),
      {
        ...{ Id: "sandbox", Status: "Enabled", Prefix: "sandbox/", ExpirationInDays: 8 },
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      },
      {
        ...{ Id: "later", Status: "Enabled", Prefix: "later/", ExpirationInDays: 104 },
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      },
      {
        ...{ Id: "replaced-texts", Status: "Enabled", Prefix: "templates/" },
        NoncurrentVersionExpiration: { NoncurrentDays: 35 },
      },
      { Id: "markers-of-nothing", Status: "Enabled", ExpiredObjectDeleteMarker: true },
    ]);
    expect(bucket.Properties.VersioningConfiguration).toEqual({ Status: "Enabled" });
  });

  it("refuses to speak to the content bucket without TLS", () => {
    data.hasResourceProperties("AWS::S3::BucketPolicy", {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
        ]),
      },
    });
    expect(idsOf("AWS::S3::BucketPolicy")).toHaveLength(1);
  });

  it("knows every prefix that the stores write objects under", () => {
    const written = tableAdapters().flatMap((text) =>
      [...text.matchAll(/`([a-z]+\/)\$\{/g)].map(([, prefix = ""]) => prefix),
    );
    expect([...new Set(written)].toSorted(byText)).toEqual(Object.values(CONTENT_PREFIXES).toSorted(byText));
  });
});
