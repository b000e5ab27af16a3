/** A secondary index. Keys are strings unless said otherwise. */
export interface IndexDefinition {
  readonly name: string;
  readonly partitionKey: string;
  readonly partitionKeyType?: "S" | "N";
  readonly sortKey?: string;
  readonly sortKeyType?: "S" | "N";
  /** The attributes of an entry beside its keys: all, none, or the ones named. */
  readonly projection: "ALL" | "KEYS_ONLY" | readonly string[];
}

/** A table; its keys are strings. `ttlAttribute` holds the epoch second after which an item may be deleted. */
export interface TableDefinition {
  /** Functions learn the table's real name from the variable that `tableVariable` names. */
  readonly name: "Config" | "ApiKeys" | "Notifications" | "Chat" | "Events" | "Webhooks" | "Ephemeral";
  readonly partitionKey: string;
  readonly sortKey?: string;
  readonly ttlAttribute?: string;
  /** Its changes can be read as a stream, with the item before and after each. */
  readonly stream?: true;
  readonly indexes?: readonly IndexDefinition[];
  /** Expendable data is neither backed up nor retained. */
  readonly isDurable: boolean;
}

/** Every table of the service, once: the cloud stack and the local stack both create what is listed here. */
export const tables: readonly TableDefinition[] = [
  { name: "Config", partitionKey: "pk", sortKey: "sk", stream: true, isDurable: true },
  { name: "ApiKeys", partitionKey: "pk", sortKey: "sk", isDurable: true },
  {
    name: "Notifications",
    partitionKey: "pk",
    sortKey: "sk",
    ttlAttribute: "ttl",
    stream: true,
    // An owner's list is the table itself: its states lie in a few partitions by their ids, which sort by time.
    // Sparse: only a notification that is to be looked at later has the two attributes. The sweep reads it (D22).
    indexes: [
      { name: "due", partitionKey: "dueShard", sortKey: "dueAt", sortKeyType: "N", projection: "KEYS_ONLY" },
      // Sparse: what was postponed since its account is busy, the oldest first. The worker that becomes free reads it.
      { name: "waiting", partitionKey: "waiting", sortKey: "sk", projection: "KEYS_ONLY" },
      // Sparse: what failed, was canceled or waits after a failed attempt, by kind and id, within the list's own partitions.
      { name: "unsent", partitionKey: "pk", sortKey: "unsent", projection: "KEYS_ONLY" },
    ],
    isDurable: true,
  },
  {
    name: "Chat",
    partitionKey: "pk",
    sortKey: "sk",
    stream: true,
    indexes: [
      // Sparse: conversations in which the customer has written, by owner, in the order of their last message (D31).
      { name: "recent", partitionKey: "recent", sortKey: "position", projection: "ALL" },
      // Sparse: those in which somebody waits for an answer, longest first; then those with unread messages. Keys only: an entry stays as
      // it is while its conversation goes on.
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
      // Sparse: a webhook that is to be looked at, for its sweep.
      { name: "due", partitionKey: "dueShard", sortKey: "dueAt", sortKeyType: "N", projection: ["ownerSub"] },
      // The tries of one webhook by their time.
      { name: "recent", partitionKey: "recent", sortKey: "atMs", sortKeyType: "N", projection: "ALL" },
    ],
    isDurable: true,
  },
  { name: "Ephemeral", partitionKey: "pk", ttlAttribute: "ttl", isDurable: false },
];

/** `ApiKeys` -> `API_KEYS_TABLE`. */
export const tableVariable = (name: TableDefinition["name"]): string =>
  `${name.replace(/(?<!^)[A-Z]/g, (character) => `_${character}`).toUpperCase()}_TABLE`;
