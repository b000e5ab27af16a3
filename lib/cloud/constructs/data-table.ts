import { RemovalPolicy, Validations } from "aws-cdk-lib";
import {
  type Attribute,
  AttributeType,
  Billing,
  type GlobalSecondaryIndexPropsV2,
  ProjectionType,
  StreamViewType,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { type IndexDefinition, RECOVERY_DAYS, type TableDefinition } from "../../tables.ts";
import { keepLogicalId } from "./logical-id.ts";

const TYPES = { S: AttributeType.STRING, N: AttributeType.NUMBER } as const;
const attribute = (name: string, type: keyof typeof TYPES = "S"): Attribute => ({ name, type: TYPES[type] });

interface DataTableOptions {
  /** Says whether a durable table is protected against deletion. */
  readonly isProtected: boolean;
  /** Decides the fate of a durable table when its stack is deleted. */
  readonly removalPolicy: RemovalPolicy;
}

/** Creates a table that is billed on demand, and backed up if it is durable. */
export function dataTable(scope: Construct, definition: TableDefinition, options: DataTableOptions): TableV2 {
  const { name, partitionKey, sortKey, ttlAttribute, stream, indexes = [], isDurable } = definition;
  const table = new TableV2(scope, name, {
    partitionKey: attribute(partitionKey),
    ...(sortKey && { sortKey: attribute(sortKey) }),
    ...(ttlAttribute && { timeToLiveAttribute: ttlAttribute }),
    ...(stream && { dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES }),
    globalSecondaryIndexes: indexes.map(secondaryIndex),
    billing: Billing.onDemand(),
    deletionProtection: isDurable && options.isProtected,
    removalPolicy: isDurable ? options.removalPolicy : RemovalPolicy.DESTROY,
    pointInTimeRecoverySpecification: {
      pointInTimeRecoveryEnabled: isDurable,
      ...(isDurable && { recoveryPeriodInDays: RECOVERY_DAYS }),
    },
  });
  keepLogicalId(table, `${name}Table`);
  if (!isDurable) {
    const reason = "Holds rate buckets, leases and answers to repeat for a day: an older state of it is of no use.";
    Validations.of(table).acknowledge({ id: "AwsSolutions-DDB3", reason });
  }
  return table;
}

function secondaryIndex(index: IndexDefinition): GlobalSecondaryIndexPropsV2 {
  const { name, partitionKey, partitionKeyType, sortKey, sortKeyType, projection } = index;
  return {
    indexName: name,
    partitionKey: attribute(partitionKey, partitionKeyType),
    ...(sortKey && { sortKey: attribute(sortKey, sortKeyType) }),
    ...projectionOf(projection),
  };
}

function projectionOf(projection: IndexDefinition["projection"]) {
  if (projection === "ALL") return { projectionType: ProjectionType.ALL };
  if (projection === "KEYS_ONLY") return { projectionType: ProjectionType.KEYS_ONLY };
  return { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projection] };
}
