import * as z from "zod";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { type ChatAccount, OWNERSHIP_TYPES } from "../domain/chat-account.ts";

export const bucketsReference = z.object({ generation: z.string(), count: z.int() });
export type BucketsReference = z.output<typeof bucketsReference>;

/** An account as the Config table holds it. Whose default it is, the owners' items say. */
export const chatAccountItem = z.object({
  id: z.string(),
  label: z.string(),
  ownershipType: z.enum(OWNERSHIP_TYPES),
  cloudRegion: z.string(),
  businessAccountId: z.string(),
  originationPhoneNumberId: z.string(),
  providerBusinessAccountId: z.string(),
  providerPhoneNumberId: z.string().optional(),
  /** All of them; the first ones where there are buckets: code from before the buckets goes by these. */
  owners: z.array(ownerSub),
  /** Items of their own hold the owners of an account with many. */
  ownerBuckets: bucketsReference.optional(),
  verification: z
    .object({ at: z.string(), problems: z.array(z.string()).readonly(), quality: z.string().optional() })
    .optional(),
  refusal: z.object({ sinceMs: z.number(), tries: z.int(), nextTryAtMs: z.number(), reason: z.string() }).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Counts its writes: a write that depends on what was read says so. */
  version: z.int(),
  /** The default of each of its owners by this turn; of two accounts, the later turn has the owner. */
  defaultTurn: z.int().optional(),
  /** Its owners' items may not yet say what this item says. */
  isUnsettled: z.boolean().optional(),
});
export type ChatAccountItem = z.output<typeof chatAccountItem>;

/** One per owner: the accounts that it may use, and its default. */
const ownersItem = z.object({
  accountIds: z.set(z.string()).optional(),
  defaultId: z.string().optional(),
  defaultTurn: z.int().optional(),
});

export interface OwnersAccounts {
  readonly ids: readonly string[];
  readonly defaultId: string | undefined;
  readonly defaultTurn: number;
}

export function fromOwnersItem(item: unknown): OwnersAccounts {
  const { accountIds = new Set<string>(), defaultId, defaultTurn = 0 } = ownersItem.parse(item ?? {});
  return { ids: [...accountIds].sort(), defaultId, defaultTurn };
}

/** Its time beside its version: a restore from a backup brings a version back that others have written since. */
export const revisionOf = ({ version, updatedAt }: Pick<ChatAccountItem, "version" | "updatedAt">): string =>
  `${version}-${Date.parse(updatedAt).toString(36)}`;

export const pointerItem = z.object({ accountId: z.string() });

export const chatAccountKey = (id: string) => ({ pk: `CACC#${id}`, sk: "A" });
/** Lists every account, oldest first. */
export const DIRECTORY = "CACC";
export const directoryKey = (id: string) => ({ pk: DIRECTORY, sk: id });
export const numberKey = (providerNumber: string) => ({ pk: `PHONE#${providerNumber}`, sk: "A" });
export const businessPartition = (providerBusiness: string) => `WABA#${providerBusiness}`;
export const ownersKey = (owner: Owner) => ({ pk: `O#${owner}`, sk: "CHAT-ACCOUNTS" });
/** Counts the turns in which accounts become a default. */
export const DEFAULT_TURNS = { pk: "CHAT-DEFAULTS", sk: "TURN" } as const;

/** An item of at most this many owners is read in one go with them; code from before the buckets allows no more. */
export const OWNERS_WITHIN_ITEM = 45;

/** How often a read begins again when the account gets other owners while they are read. */
export const MAX_READS = 10;

type Stored = Pick<ChatAccountItem, "version" | "ownerBuckets" | "defaultTurn">;

export const toItem = (
  { isDefault: _isDefault, hasMoreOwners: _more, owners, ...account }: ChatAccount,
  stored: Stored,
): ChatAccountItem => ({
  ...account,
  owners: owners.slice(0, OWNERS_WITHIN_ITEM),
  isUnsettled: true,
  ...stored,
});

/** Of an account with many owners the first ones. */
export function fromItem(item: ChatAccountItem, isDefault = false): ChatAccount {
  const { version: _version, ownerBuckets, defaultTurn: _turn, isUnsettled: _isUnsettled, ...account } = item;
  return { ...account, isDefault, ...(ownerBuckets && { hasMoreOwners: true }) };
}
