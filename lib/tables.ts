/** Describes a secondary index. Keys are strings unless said otherwise. */
export interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: string;
  readonly partitionKeyType?: "S" | "N";
  readonly sortKey?: string;
  readonly sortKeyType?: "S" | "N";
  /** An entry has these attributes in addition to its keys. */
  readonly projection: "ALL" | "KEYS_ONLY" | readonly string[];
}

/**
 * Describes a table, whose keys are strings. `ttlAttribute` holds the epoch second after which an item may be deleted.
 */
export interface TableDefinition {
  /** Functions learn the table's real name from the variable that `tableVariable` names. */
  readonly name: "Config" | "ApiKeys" | "Notifications" | "Chat" | "Events" | "Webhooks" | "Ephemeral";
  readonly partitionKey: string;
  readonly sortKey?: string;
  readonly ttlAttribute?: string;
  /** If true, the changes can be read as a stream, with the item before and after each change. */
  readonly stream?: true;
  readonly indexes?: readonly IndexDefinition[];
  /** Expendable data is neither backed up nor retained. */
  readonly isDurable: boolean;
}

/** Point-in-time recovery of a durable table reaches back this many days. DynamoDB offers no longer time. */
export const RECOVERY_DAYS = 35;

/** Lists all tables of the service. The cloud stack and the local stack both create them. */
export const tables: readonly TableDefinition[] = [
  { name: "Config", partitionKey: "pk", sortKey: "sk", stream: true, isDurable: true },
  { name: "ApiKeys", partitionKey: "pk", sortKey: "sk", isDurable: true },
  {
    name: "Notifications",
    partitionKey: "pk",
    sortKey: "sk",
    ttlAttribute: "ttl",
    stream: true,
    // An owner's list needs no index, because a few partitions per owner hold the notifications, under ids that sort by
    // time. This index is sparse: only notifications that the sweep must look at later have its two attributes (D22).
    // By `dueAhead`, which no live notification has, the sweep knows plans from before a move of the test clock.
    indexes: [
      { name: "due", partitionKey: "dueShard", sortKey: "dueAt", sortKeyType: "N", projection: ["dueAhead"] },
      // This sparse index holds notifications that were postponed because their account is busy, oldest first. A worker
      // that becomes free reads it.
      { name: "waiting", partitionKey: "waiting", sortKey: "sk", projection: "KEYS_ONLY" },
      // This sparse index holds notifications that failed, were canceled or wait after a failed attempt. It sorts them
      // by kind and id, within the partitions of the list.
      { name: "unsent", partitionKey: "pk", sortKey: "unsent", projection: "KEYS_ONLY" },
      // This sparse index leads from the id that Amazon SES gave a mail to its notification (D45g). It has only mails of
      // accounts that name a feedback topic.
      { name: "mail", partitionKey: "mailId", projection: "KEYS_ONLY" },
    ],
    isDurable: true,
  },
  {
    name: "Chat",
    partitionKey: "pk",
    sortKey: "sk",
    stream: true,
    indexes: [
      // This sparse index holds an owner's conversations in which the customer or a person has written, ordered by their
      // last message (D31).
      { name: "recent", partitionKey: "recent", sortKey: "position", projection: "ALL" },
      // This sparse index holds conversations that wait for an answer, longest first, and then those with unread
      // messages. It has keys only, so that entries stay unchanged while their conversation goes on.
      { name: "waiting", partitionKey: "waiting", sortKey: "waitingPosition", projection: "KEYS_ONLY" },
    ],
    isDurable: true,
  },
  {
    name: "Events",
    partitionKey: "pk",
    sortKey: "sk",
    ttlAttribute: "ttl",
    isDurable: true,
  },
  {
    name: "Webhooks",
    partitionKey: "pk",
    sortKey: "sk",
    ttlAttribute: "ttl",
    indexes: [
      // This sparse index holds webhooks that their sweep must look at.
      { name: "due", partitionKey: "dueShard", sortKey: "dueAt", sortKeyType: "N", projection: ["ownerSub"] },
      // This index lists the tries of one webhook by time.
      { name: "recent", partitionKey: "recent", sortKey: "atMs", sortKeyType: "N", projection: "ALL" },
    ],
    isDurable: true,
  },
  { name: "Ephemeral", partitionKey: "pk", ttlAttribute: "ttl", isDurable: false },
];

/** Turns `ApiKeys` into `API_KEYS_TABLE`. */
export const tableVariable = (name: TableDefinition["name"]): string =>
  `${name.replace(/(?<!^)[A-Z]/g, (character) => `_${character}`).toUpperCase()}_TABLE`;
