import type { Owner } from "../../kernel/owner.ts";
import type { Expected } from "../../kernel/revision.ts";
import type { ChatAccount, ProviderRefusal, RevisedChatAccount, Verification } from "../domain/chat-account.ts";

/** Another account has the provider's number already (D11). */
export class ProviderNumberTakenError extends Error {
  override readonly name = "ProviderNumberTakenError";
}

/** Administrators manage accounts of all owners, so most methods take no owner; those for an owner take it first. */
export interface ChatAccountStore {
  /** It lists accounts of all owners, oldest first: at most `limit`, after the account with the id `after`. */
  list(page: { readonly limit: number; readonly after?: string | undefined }): Promise<readonly ChatAccount[]>;
  /** It lists only the ids, in the same order. */
  ids(page: { readonly limit: number; readonly after?: string | undefined }): Promise<readonly string[]>;
  /** Here and in `list`, `isDefault` means that the account is the default of each of its owners. */
  get(id: string): Promise<RevisedChatAccount | undefined>;
  /** Like `get`, but `isDefault` is always false, which saves reading the owners' items. */
  owned(id: string): Promise<ChatAccount | undefined>;
  /** Like `get`, but `owners` may have only the first ones and `isDefault` is always false. */
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
  /** It stores that the provider refuses the account, or with undefined forgets it, under the same condition. */
  noteRefusal(account: Pick<ChatAccount, "id" | "updatedAt">, refusal: ProviderRefusal | undefined): Promise<void>;
  /** Removes an account; owners whose default it was have none then. False when it did not exist. Throws OtherRevisionError. */
  remove(id: string, expected?: Expected): Promise<boolean>;
  /** Finishes an interrupted save: afterwards each owner's list and default agree with the account. */
  settle(id: string): Promise<void>;
  /** Removes stored owner lists that interrupted saves and removals left before this moment and that no account uses. */
  removeLeftOwners(beforeMs: number): Promise<void>;

  /** It lists the owner's accounts, oldest first, at most 100, with the owner's default. From here on, `owners` may have only the first ones. */
  listFor(owner: Owner): Promise<readonly ChatAccount[]>;
  /** It finds the account of one of its owners, so a foreign id is simply a miss. `isDefault` is always false. */
  findFor(owner: Owner, id: string): Promise<ChatAccount | undefined>;
  findDefault(owner: Owner): Promise<ChatAccount | undefined>;
  /** Events are routed by the platform's numbers. Here and in the next method, `isDefault` is always false. */
  findByProviderNumber(providerPhoneNumberId: string): Promise<ChatAccount | undefined>;
  /** It lists at most 100 accounts of one of the platform's business accounts. */
  findByProviderBusiness(providerBusinessAccountId: string): Promise<readonly ChatAccount[]>;
}

/** Sending and events need only these methods of the store. */
export type ChatAccountReader = Pick<
  ChatAccountStore,
  "ids" | "find" | "listFor" | "findFor" | "findDefault" | "findByProviderNumber" | "findByProviderBusiness"
>;
