import * as z from "zod";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { type ChatAccount, OWNERSHIP_TYPES } from "../domain/chat-account.ts";

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
  owners: z.array(ownerSub),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Counts its writes: a write that depends on what was read says so. */
  version: z.int(),
});
export type ChatAccountItem = z.output<typeof chatAccountItem>;

/** One per owner: the accounts that it may use, and its default. */
const ownersItem = z.object({ accountIds: z.set(z.string()).optional(), defaultId: z.string().optional() });

export interface OwnersAccounts {
  readonly ids: readonly string[];
  readonly defaultId: string | undefined;
}

export function fromOwnersItem(item: unknown): OwnersAccounts {
  const { accountIds = new Set<string>(), defaultId } = ownersItem.parse(item ?? {});
  return { ids: [...accountIds].sort(), defaultId };
}

export const pointerItem = z.object({ accountId: z.string() });

export const chatAccountKey = (id: string) => ({ pk: `CACC#${id}`, sk: "A" });
/** Lists every account, oldest first. */
export const DIRECTORY = "CACC";
export const directoryKey = (id: string) => ({ pk: DIRECTORY, sk: id });
export const numberKey = (providerNumber: string) => ({ pk: `PHONE#${providerNumber}`, sk: "A" });
export const businessPartition = (providerBusiness: string) => `WABA#${providerBusiness}`;
export const ownersKey = (owner: Owner) => ({ pk: `O#${owner}`, sk: "CHAT-ACCOUNTS" });

export const toItem = (
  { isDefault: _isDefault, owners, ...stored }: ChatAccount,
  version: number,
): ChatAccountItem => ({
  ...stored,
  owners: [...owners],
  version,
});

export const fromItem = ({ version: _version, ...stored }: ChatAccountItem, isDefault = false): ChatAccount => ({
  ...stored,
  isDefault,
});
