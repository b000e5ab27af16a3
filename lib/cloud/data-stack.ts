import { Stack, type StackProps } from "aws-cdk-lib";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Key } from "aws-cdk-lib/aws-kms";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { type TableDefinition, tables } from "../tables.ts";
import { contentBucket } from "./constructs/content-bucket.ts";
import { dataTable } from "./constructs/data-table.ts";
import { mediaBucket } from "./constructs/media-bucket.ts";
import { returnedMailBucket } from "./constructs/returned-mail-bucket.ts";
import { sealingKey } from "./constructs/sealing-key.ts";
import { removalOf } from "./kept.ts";
import type { Settings } from "./settings.ts";

export interface DataStackProps extends StackProps {
  readonly settings: Settings;
}

/**
 * Creates the resources that must survive. A changed logical id would create a new, empty resource, so ids are fixed by
 * hand and a test pins them. Protected tables are created last, because a failed first deployment removes everything
 * that it has created, and cannot remove a protected table. The name of a bucket is its most likely cause of failure.
 */
export class DataStack extends Stack {
  readonly tables: ReadonlyMap<TableDefinition["name"], TableV2>;
  readonly sealingKey: Key;
  readonly content: Bucket;
  /** Undefined when the deployment takes no mails back. */
  readonly returnedMail: Bucket | undefined;

  constructor(scope: Construct, id: string, { settings, ...props }: DataStackProps) {
    super(scope, id, { description: "Herald: tables, sealing key and content", ...props });
    const { isProduction, stage } = settings;
    const removalPolicy = removalOf(settings);
    this.sealingKey = sealingKey(this, { alias: `alias/herald-${stage}-secrets`, removalPolicy });
    this.content = contentBucket(this, settings.contentKeptDays, removalPolicy);
    // Other stacks refer to the bucket by its name, which is a setting.
    const media = settings.media === undefined ? [] : [mediaBucket(this, settings.media, removalPolicy)];
    this.returnedMail = settings.bounceDomain === undefined ? undefined : returnedMailBucket(this, removalPolicy);
    const kept = { isProtected: isProduction, removalPolicy };
    this.tables = new Map(tables.map((table) => [table.name, dataTable(this, table, kept)]));
    const returned = this.returnedMail === undefined ? [] : [this.returnedMail];
    const first = [this.sealingKey, this.content, ...media, ...returned];
    for (const { name, isDurable } of tables)
      if (isDurable && isProduction) this.tables.get(name)?.node.addDependency(...first);
  }
}
