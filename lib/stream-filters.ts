import type { TableDefinition } from "./tables.ts";

/** Holds of a value; what is a map has none, and is as if it were absent. Of Lambda's rules these are used (Developer Guide, "Filter rule syntax"). */
export type FilterRule =
  | string
  | boolean
  | { readonly prefix: string }
  | { readonly exists: boolean }
  /** It is there, and is none of these. */
  | { readonly "anything-but": readonly string[] };

/** Every key holds; of a key with several rules, one of them. */
export interface FilterPattern {
  readonly [key: string]: FilterPattern | readonly FilterRule[];
}

/** A change in DynamoDB's own JSON: of its record, Lambda's filters see the key `dynamodb` alone. */
const changeWith = (dynamodb: FilterPattern): FilterPattern => ({ dynamodb });

const isPending = { status: { S: ["pending"] } };
const isHealthOf = (status: string) => ({ health: { M: { status: { S: [status] } } } });
const sortKey = (prefix: string) => ({ sk: { S: [{ prefix }] } });
const IS_THERE = { pk: { S: [{ exists: true }] } };
const IS_ABSENT = { pk: { S: [{ exists: false }] } };

/**
 * By table, the changes that are announced or counted, and as few others as a pattern can tell from them: a change that matches none
 * never reaches a function. Nothing is said of what is deleted, so that each of them asks for something of the new item. A status that
 * nobody has thought of matches: its reader says that it is none.
 */
export const NEWS = {
  Notifications: [
    // However it has changed: the provider's reports and an explanation may come later than the status.
    changeWith({ NewImage: { status: { S: [{ "anything-but": ["pending", "processing"] }] } } }),
    changeWith({ NewImage: isPending, OldImage: { status: { S: [{ exists: false }] } } }),
    // Its attempt has failed, or an operator gives it new ones.
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
  ],
} as const satisfies Partial<Readonly<Record<TableDefinition["name"], readonly FilterPattern[]>>>;
