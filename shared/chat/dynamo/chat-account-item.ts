import * as z from "zod";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { shownRevision } from "../../kernel/revision.ts";
import { type ChatAccount, OWNERSHIP_TYPES } from "../domain/chat-account.ts";

export const bucketsReference = z.object({ generation: z.string(), count: z.int() });
export type BucketsReference = z.output<typeof bucketsReference>;

/** A chat account as an item of the Config table. The items of its owners (`ownersItem`) say whose default account it is. */
export const chatAccountItem = z.object({
  id: z.string(),
  label: z.string(),
  ownershipType: z.enum(OWNERSHIP_TYPES),
  cloudRegion: z.string(),
  businessAccountId: z.string(),
  originationPhoneNumberId: z.string(),
  providerBusinessAccountId: z.string(),
  providerPhoneNumberId: z.string().optional(),
  /** All owners, or only the first ones when the others are in buckets. */
  owners: z.array(ownerSub),
  /** The owners of an account with many are in items of their own, the buckets. */
  ownerBuckets: bucketsReference.optional(),
  verification: z
    .object({ at: z.string(), problems: z.array(z.string()).readonly(), quality: z.string().optional() })
    .optional(),
  refusal: z.object({ sinceMs: z.number(), tries: z.int(), nextTryAtMs: z.number(), reason: z.string() }).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The version counts the writes, so that a write can demand that nothing changed since its read. */
  version: z.int(),
  /**
   * The number of the change in which the account became the default of its owners. If an owner has two such accounts, the account
   * with the greater number is the default.
   */
  defaultTurn: z.int().optional(),
  /** Set while the owners' items may not yet agree with this item. */
  isUnsettled: z.boolean().optional(),
});
export type ChatAccountItem = z.output<typeof chatAccountItem>;

/** Each owner has one such item, with the accounts that the owner may use and the owner's default. */
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

/** The revision includes the time, because after a restore from a backup the same version number is written a second time. */
export const revisionOf = (
  { version, updatedAt }: Pick<ChatAccountItem, "version" | "updatedAt">,
  isDefault: boolean,
): string => shownRevision({ revision: `${version}-${Date.parse(updatedAt).toString(36)}`, isDefault });

export const pointerItem = z.object({ accountId: z.string() });

export const chatAccountKey = (id: string) => ({ pk: `CACC#${id}`, sk: "A" });
/** This partition lists every account, oldest first. */
export const DIRECTORY = "CACC";
export const directoryKey = (id: string) => ({ pk: DIRECTORY, sk: id });
export const numberKey = (providerNumber: string) => ({ pk: `PHONE#${providerNumber}`, sk: "A" });
export const businessPartition = (providerBusiness: string) => `WABA#${providerBusiness}`;
export const ownersKey = (owner: Owner) => ({ pk: `O#${owner}`, sk: "CHAT-ACCOUNTS" });
/** The key of the item that counts the turns in which accounts become a default. */
export const DEFAULT_TURNS = { pk: "CHAT-DEFAULTS", sk: "TURN" } as const;

/** An account with at most this many owners has them in its own item. */
export const OWNERS_WITHIN_ITEM = 45;

/** A read begins again at most this often when the owners change meanwhile. */
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

/** Makes the account from its item, with only the first of many owners. */
export function fromItem(item: ChatAccountItem, isDefault = false): ChatAccount {
  const { version: _version, ownerBuckets, defaultTurn: _turn, isUnsettled: _isUnsettled, ...account } = item;
  return { ...account, isDefault, ...(ownerBuckets && { hasMoreOwners: true }) };
}
