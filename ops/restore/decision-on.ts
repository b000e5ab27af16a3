import { isSlot } from "../../shared/aws/dynamo/owner-slots.ts";
import { BUCKET_NOTES } from "../../shared/chat/dynamo/owner-bucket-notes.ts";
import { TEST_CLOCK } from "../../shared/edge/dynamo/test-clocks.ts";
import { ALIAS_PREFIX } from "../../shared/email/dynamo/email-template-aliases.ts";
import { TEMPLATE_PREFIX } from "../../shared/email/dynamo/email-template-item.ts";
import {
  ACCOUNT_PREFIX,
  ACCOUNTS_TOTAL,
  DEFAULT_COPY,
  DEFAULT_POINTER,
} from "../../shared/email/dynamo/sending-account-item.ts";
import { TOPIC_PREFIX } from "../../shared/email/dynamo/topic-accounts.ts";
import { transitionOf } from "../../shared/notifications/domain/lifecycle.ts";
import { DEAD_LETTERS } from "../../shared/notifications/dynamo/dead-letter-store.ts";
import { storedName } from "../../shared/notifications/dynamo/lifecycle-update.ts";
import { unsentOf } from "../../shared/notifications/dynamo/notification-key.ts";
import { RECIPIENT_PREFIX } from "../../shared/suppressions/dynamo/suppression-item.ts";
import { WEBHOOK_COUNT, WEBHOOK_PREFIX } from "../../shared/webhooks/dynamo/webhook-item.ts";
import { isAccount, isNumber, isOwnersList, isTurnBefore } from "./chat-accounts.ts";
import { isDataKeys, withMissingKeys } from "./data-keys.ts";
import { type DurableTable, type Item, isSame, pkOf, skOf, text } from "./item.ts";

export interface Rules {
  /** The present time in epoch milliseconds. */
  readonly nowMs: number;
  /** The moment of the backup, as the text by which messages to people name it. */
  readonly to: string;
  /** Says whether an existing item that differs from the backup is overwritten, where `maySetBack` allows it. */
  readonly overwrites: boolean;
  /** Says whether deliveries that were waiting at the moment of the backup continue. Without it, they end as failed. */
  readonly resumesDeliveries: boolean;
}

/** Contains an item as it was in the backup and as it is now. */
export interface Pair {
  readonly table: DurableTable;
  readonly then: Item;
  readonly now: Item | undefined;
  /** Contains the present state of the other item of an API key. */
  readonly otherHalf?: Item | undefined;
}

export type Reason = "same" | "different" | "expired" | "derived";
export type Decision =
  | { readonly act: "copy" | "replace"; readonly item: Item; readonly isEnded?: true }
  | { readonly act: "leave"; readonly because: Reason };

const leave = (because: Reason): Decision => ({ act: "leave", because });

/**
 * Decides what happens to an item of the backup. An existing item stays as it is, unless overwriting is requested. Data
 * keys are only added to the existing ones, never replaced.
 */
export function decisionOn({ table, then, now, otherHalf }: Pair, rules: Rules): Decision {
  if (isExpired(then, rules.nowMs)) return leave("expired");
  if (isDerived(table, then)) return leave("derived");
  if (now === undefined) return comeBack({ table, then, otherHalf }, rules);
  if (isSame(settled(then), settled(now))) return leave("same");
  if (isDataKeys(table, then)) return keepingAllKeys(then, now);
  if (!rules.overwrites || !maySetBack(table, then, now)) return leave("different");
  return { act: "replace", item: followed(table, then) };
}

function keepingAllKeys(then: Item, now: Item): Decision {
  const item = withMissingKeys(then, now);
  return item === undefined ? leave("different") : { act: "replace", item };
}

/** Marks a restored chat account, so that the reconciliation updates its owners' lists and keeps their later choices. */
const followed = (table: DurableTable, then: Item): Item =>
  isAccount(table, then) ? { ...then, isUnsettled: { BOOL: true } } : then;
const settled = ({ isUnsettled: _isUnsettled, ...item }: Item): Item => item;

/** Says whether an item has expired. Its attribute `ttl` is in epoch seconds; an item without `ttl` never expires. */
export const isExpired = ({ ttl }: Item, nowMs: number): boolean =>
  ttl?.N !== undefined && Number(ttl.N) < Math.floor(nowMs / 1000);

const TOTAL_PREFIX = "TOTAL#";
/**
 * Says whether an item is never copied back. Totals are counted again. The copy of the default account is written again
 * with that account. A recipient's item is written with each suppression of the recipient. Bookmarks of jobs and notes
 * of unused buckets of owners were right only at their own time. A dead letter may have been redriven since the backup.
 */
export function isDerived(table: DurableTable, item: Item): boolean {
  if (table === "Notifications") return pkOf(item) === DEAD_LETTERS;
  if (table !== "Config") return false;
  return (
    pkOf(item).startsWith("JOB#") ||
    pkOf(item) === BUCKET_NOTES ||
    pkOf(item).startsWith(TOPIC_PREFIX) ||
    (pkOf(item).startsWith("O#") && isDerivedBeside(skOf(item)))
  );
}

const isDerivedBeside = (sk: string): boolean =>
  sk.startsWith(TOTAL_PREFIX) || sk === WEBHOOK_COUNT || sk === DEFAULT_COPY || sk.startsWith(RECIPIENT_PREFIX);

/**
 * Returns the copy of the default account that a restored item may make wrong. The copy is deleted, and the next send
 * reads the account itself.
 */
export function copyBeside(table: DurableTable, item: Item): string | undefined {
  if (table !== "Config" || !pkOf(item).startsWith("O#")) return undefined;
  return skOf(item).startsWith(ACCOUNT_PREFIX) || skOf(item) === DEFAULT_POINTER ? DEFAULT_COPY : undefined;
}

export const isWebhook = (table: DurableTable, item: Item): boolean =>
  table === "Config" && pkOf(item).startsWith("O#") && skOf(item).startsWith(WEBHOOK_PREFIX);

export const isTemplateAlias = (table: DurableTable, item: Item): boolean =>
  table === "Config" && pkOf(item).startsWith("O#") && skOf(item).startsWith(ALIAS_PREFIX);

/** Returns the total that a restored item makes wrong. The total is deleted, and the next write counts again. */
export function totalBeside(table: DurableTable, item: Item): string | undefined {
  if (table !== "Config" || !pkOf(item).startsWith("O#")) return undefined;
  if (skOf(item).startsWith(TEMPLATE_PREFIX)) return `${TOTAL_PREFIX}TPL`;
  return skOf(item).startsWith(ACCOUNT_PREFIX) ? ACCOUNTS_TOTAL : undefined;
}

/**
 * Says whether an existing item may be overwritten with its state in the backup. It may not in these cases. An API key
 * changes only by use, expiry and revocation, and a restore must not undo these. The recipient of a notification may
 * have got it since the backup. A customer or a provider's number may belong to another owner by now. A slot, an item
 * that counts one record towards its owner's limit, may belong to another record by now. An owner's list of chat
 * accounts is written again from the accounts, and the item of an alias is written together with its template. A clock of
 * test mode never goes back.
 */
function maySetBack(table: DurableTable, then: Item, now: Item): boolean {
  if (isSlot({ sk: skOf(then) })) return false;
  if (table === "Chat") return !pkOf(then).startsWith("HOLD#");
  const isFixed =
    isNumber(table, then) ||
    isOwnersList(table, then) ||
    isTurnBefore(then, now) ||
    isTemplateAlias(table, then) ||
    skOf(then) === TEST_CLOCK;
  return table === "Config" && !isFixed;
}

function comeBack({ table, then, otherHalf }: Omit<Pair, "now">, rules: Rules): Decision {
  if (isWaiting(table, then) && !rules.resumesDeliveries)
    return { act: "copy", item: ended(then, rules), isEnded: true };
  return { act: "copy", item: { ...followed(table, then), ...endOf(otherHalf) } };
}

/**
 * Two items hold an API key. Returns the revocation and the expiry that the other item has now, so that restoring one
 * item does not undo a revocation or an expiry that was set after the backup.
 */
const endOf = ({ revokedAt, expiresAt }: Item = {}): Item => ({
  ...(revokedAt && { revokedAt }),
  ...(expiresAt && { expiresAt }),
});

const WAITING = new Set(["pending", "processing"]);
/** Says whether a worker would continue this notification. */
export const isWaiting = (table: DurableTable, item: Item): boolean =>
  table === "Notifications" && WAITING.has(text(item, "status") ?? "");

/**
 * Ends a notification as if it were given up, because it may have been sent after the backup and must not be sent
 * again.
 */
function ended(item: Item, { nowMs, to }: Rules): Item {
  const gone = new Set((transitionOf("given_up").remove ?? []).map(storedName));
  const kept = Object.entries(item).filter(([name]) => !gone.has(name));
  return {
    ...Object.fromEntries(kept),
    status: { S: "failed" },
    unsent: { S: unsentOf("failed", skOf(item)) },
    lastError: {
      S: `restored from a backup of ${to}: it is not known whether it was sent after that, and it is not sent again`,
    },
    updatedAt: { S: new Date(nowMs).toISOString() },
  };
}
