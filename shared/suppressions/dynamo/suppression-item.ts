import * as z from "zod";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { type Recipient, readRecipient } from "../domain/recipient.ts";
import { MOST_WITH_TOPIC, REASONS, type Standing, type Suppression } from "../domain/suppression.ts";

/** Suppressions lie in their owner's partition of the Config table, each as an item of its own, sorted by id and so by time. */
const OWNER_PREFIX = "O#";
export const SUPPRESSION_PREFIX = "SUPPRESSION#";
export const ownerPartition = (owner: Owner): string => `${OWNER_PREFIX}${owner}`;
export const suppressionKey = (owner: Owner, id: string) => ({
  pk: ownerPartition(owner),
  sk: `${SUPPRESSION_PREFIX}${id}`,
});

/** One item for each recipient holds what sends are judged by, so that a send reads one small item. */
export const RECIPIENT_PREFIX = "SUPPRESSED#";
export const recipientKey = (owner: Owner, { channel, key }: Recipient) => ({
  pk: ownerPartition(owner),
  sk: `${RECIPIENT_PREFIX}${channel}#${key}`,
});

/** The recipient's item has one attribute for each reason and topic, so that there is at most one suppression for them. */
const ENTRY_PREFIX = "by#";
export const entryName = ({ reason, topic = "" }: Pick<Standing, "reason" | "topic">): string =>
  `${ENTRY_PREFIX}${reason}#${topic}`;

const standing = z.object({
  id: z.string(),
  reason: z.enum(REASONS),
  topic: z.string().optional(),
  createdAt: z.string(),
});

const suppressionItem = standing.extend({
  sk: z.string().startsWith(SUPPRESSION_PREFIX),
  channel: z.enum(["email", "chat"]),
  recipient: z.string(),
  notificationId: z.string().optional(),
  response: z.string().optional(),
});

export const toSuppressionItem = ({ owner, ...suppression }: Suppression) => ({
  ...suppressionKey(owner, suppression.id),
  ...suppression,
});

export function fromSuppressionItem(owner: Owner, item: unknown): Suppression {
  const { sk: _sk, ...suppression } = suppressionItem.parse(item);
  return { ...suppression, owner };
}

/** Reads the recipient of a suppression. A stored recipient can always be read, because nothing else is stored. */
export function recipientOf({ recipient: text }: Pick<Suppression, "recipient">): Recipient {
  const recipient = readRecipient(text);
  if (recipient === undefined) throw new Error("a suppression has a recipient that is no address and no number");
  return recipient;
}

const IS_FREE = "attribute_not_exists(#entry)";
const HAS_ROOM = "(attribute_not_exists(entries) OR entries < :most)";

/**
 * Makes the update that enters a suppression into its recipient's item, unless one stands for the same reason and topic, or the recipient has
 * as many topics as there may be. There are few reasons, so a suppression without a topic always has room.
 */
export const entering = ({ owner, ...suppression }: Suppression) => {
  const { id, reason, topic, createdAt } = suppression;
  return {
    Key: recipientKey(owner, recipientOf(suppression)),
    UpdateExpression: "SET #entry = :entry ADD entries :more",
    ConditionExpression: topic === undefined ? IS_FREE : `${IS_FREE} AND ${HAS_ROOM}`,
    ExpressionAttributeNames: { "#entry": entryName(suppression) },
    ExpressionAttributeValues: {
      ":entry": { id, reason, topic, createdAt },
      ":more": 1,
      ...(topic !== undefined && { ":most": MOST_WITH_TOPIC }),
    },
  };
};

const entryOfItem = z.looseObject({});

/** Reads the suppressions in a recipient's item. */
export const standingIn = (item: unknown): readonly Standing[] =>
  Object.entries(entryOfItem.parse(item)).flatMap(([name, entry]) =>
    name.startsWith(ENTRY_PREFIX) ? [standing.parse(entry)] : [],
  );

const suppressionKeys = z.object({
  pk: z.string().startsWith(OWNER_PREFIX),
  sk: z.string().startsWith(SUPPRESSION_PREFIX),
});

/** Reads the suppression from a stream's image of an item; undefined for an item of another kind. Throws when the item is unreadable. */
export function readSuppressionImage(image: Readonly<Record<string, unknown>>): Suppression | undefined {
  const keys = suppressionKeys.safeParse(image);
  return keys.success ? fromSuppressionItem(ownerSub.parse(keys.data.pk.slice(OWNER_PREFIX.length)), image) : undefined;
}
