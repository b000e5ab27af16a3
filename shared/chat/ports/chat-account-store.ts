import type { Owner } from "../../kernel/owner.ts";
import type { Expected } from "../../kernel/revision.ts";
import type { ChatAccount, ProviderRefusal, RevisedChatAccount, Verification } from "../domain/chat-account.ts";

/** The provider's number belongs to another account already (D11). */
export class ProviderNumberTakenError extends Error {
  override readonly name = "ProviderNumberTakenError";
}

/** Managed by administrators, so that the owner is not the key here; what owners may see begins with the owner. */
export interface ChatAccountStore {
  /** Every account, oldest first; at most `limit`, all after `after` (an account's id) when it is given. */
  list(page: { readonly limit: number; readonly after?: string | undefined }): Promise<readonly ChatAccount[]>;
  /** The accounts' ids alone, in the same order. */
  ids(page: { readonly limit: number; readonly after?: string | undefined }): Promise<readonly string[]>;
  /** `isDefault`, here and in `list`: it is the default of each of its owners. */
  get(id: string): Promise<RevisedChatAccount | undefined>;
  /** As `get`, for whom the default does not concern: `isDefault` is always false. */
  owned(id: string): Promise<ChatAccount | undefined>;
  /** As `get`, for whom the owners and the default do not concern: `owners` may be the first ones only, `isDefault` is always false. */
  find(id: string): Promise<ChatAccount | undefined>;
  /** With `isDefault` it becomes the default of each of its owners. Throws ProviderNumberTakenError when the provider's number is taken. */
  create(account: ChatAccount): Promise<RevisedChatAccount>;
  /**
   * Undefined, with nothing written, when the account is gone. Without `isDefault`, and for an owner that it no longer has, it gives up
   * the default. Throws ProviderNumberTakenError like `create`, and OtherRevisionError.
   */
  replace(account: ChatAccount, expected?: Expected): Promise<RevisedChatAccount | undefined>;
  /** Keeps the last comparison with the provider; does nothing when the account was saved again since it was read, or is gone. */
  noteVerification(account: Pick<ChatAccount, "id" | "updatedAt">, verification: Verification): Promise<void>;
  /** Keeps, or with undefined forgets, that the provider refuses it; on the same terms. */
  noteRefusal(account: Pick<ChatAccount, "id" | "updatedAt">, refusal: ProviderRefusal | undefined): Promise<void>;
  /** Owners whose default it was are left without one. False when there was nothing to remove. Throws OtherRevisionError. */
  remove(id: string, expected?: Expected): Promise<boolean>;
  /** Does what a save left undone when it ended before its time: the account is in each owner's list then, and the default that it is. */
  settle(id: string): Promise<void>;
  /** Forgets the owners that saves and removals left behind when they ended before their time, and that no account has; those from before this moment. */
  removeLeftOwners(beforeMs: number): Promise<void>;

  /** Here and below, `owners` may be the first ones only. The accounts that an owner may send through, oldest first, at most 100; `isDefault` is the owner's own. */
  listFor(owner: Owner): Promise<readonly ChatAccount[]>;
  /** The account when this owner is one of its owners: a foreign id is simply a miss. `isDefault` is always false: nobody has looked. */
  findFor(owner: Owner, id: string): Promise<ChatAccount | undefined>;
  /** The owner's default. */
  findDefault(owner: Owner): Promise<ChatAccount | undefined>;
  /** Routing of events: the account of one of the platform's numbers. `isDefault` is always false, here and below. */
  findByProviderNumber(providerPhoneNumberId: string): Promise<ChatAccount | undefined>;
  /** Every account of one of the platform's business accounts; at most 100. */
  findByProviderBusiness(providerBusinessAccountId: string): Promise<readonly ChatAccount[]>;
}

/** The part of it that sending and events need. */
export type ChatAccountReader = Pick<
  ChatAccountStore,
  "ids" | "find" | "listFor" | "findFor" | "findDefault" | "findByProviderNumber" | "findByProviderBusiness"
>;
