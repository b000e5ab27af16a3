import type { TableDefinition } from "./tables.ts";

/**
 * Tests one value. A map counts as absent. These are the rules of Lambda that Herald uses (AWS Lambda Developer Guide,
 * "Filter rule syntax").
 */
export type FilterRule =
  | string
  | boolean
  | { readonly prefix: string }
  | { readonly exists: boolean }
  /** Matches a record whose value exists and is none of these texts. */
  | { readonly "anything-but": readonly string[] };

/** Every key must match, by at least one of its rules. */
export interface FilterPattern {
  readonly [key: string]: FilterPattern | readonly FilterRule[];
}

/** Returns a pattern for a change in DynamoDB's own JSON. Lambda's filters apply only to its `dynamodb` key. */
const changeWith = (dynamodb: FilterPattern): FilterPattern => ({ dynamodb });

const isPending = { status: { S: ["pending"] } };
const isHealthOf = (status: string) => ({ health: { M: { status: { S: [status] } } } });
const sortKey = (prefix: string) => ({ sk: { S: [{ prefix }] } });
const IS_THERE = { pk: { S: [{ exists: true }] } };
const IS_ABSENT = { pk: { S: [{ exists: false }] } };

/**
 * Matches the changes that are announced or counted, by table, with as few others as patterns can exclude. A change
 * that matches no pattern never reaches a function. Deletions are not announced, so each pattern demands something of
 * the new item. An unexpected status matches too, so that the reader can report it.
 */
export const NEWS = {
  Notifications: [
    // The pattern matches any earlier status, because the provider's reports and explanations may come after the change
    // of status.
    changeWith({ NewImage: { status: { S: [{ "anything-but": ["pending", "processing"] }] } } }),
    changeWith({ NewImage: isPending, OldImage: { status: { S: [{ exists: false }] } } }),
    // The attempt has failed, or an operator has granted new attempts.
    changeWith({ NewImage: isPending, OldImage: { status: { S: [{ "anything-but": ["pending"] }] } } }),
  ],
  Chat: [
    changeWith({
      Keys: sortKey("M#"),
      NewImage: { direction: { S: [{ "anything-but": ["outbound"] }] } },
      OldImage: IS_ABSENT,
    }),
  ],
  Config: [
    changeWith({ Keys: sortKey("SMTP#"), NewImage: isHealthOf("failing") }),
    changeWith({ Keys: sortKey("SMTP#"), NewImage: IS_THERE, OldImage: isHealthOf("failing") }),
    changeWith({ Keys: sortKey("CTPL#"), NewImage: IS_THERE, OldImage: IS_THERE }),
    changeWith({
      Keys: sortKey("WH#"),
      NewImage: { isEnabled: { BOOL: [false] } },
      OldImage: { isEnabled: { BOOL: [true] } },
    }),
    changeWith({ Keys: sortKey("SUPPRESSION#"), NewImage: IS_THERE, OldImage: IS_ABSENT }),
  ],
} as const satisfies Partial<Readonly<Record<TableDefinition["name"], readonly FilterPattern[]>>>;
