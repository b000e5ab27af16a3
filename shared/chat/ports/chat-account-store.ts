import type { Owner } from "../../kernel/owner.ts";
import type { Expected } from "../../kernel/revision.ts";
import type { ChatAccount, ProviderRefusal, RevisedChatAccount, Verification } from "../domain/chat-account.ts";

/** Another account has the provider's number already (D11). */
export class ProviderNumberTakenError extends Error {
  override readonly name = "ProviderNumberTakenError";
}

/** Administrators manage accounts of all owners, so most methods take no owner; those for an owner take it first. */
export interface ChatAccountStore {
  /** Lists accounts of all owners, oldest first: at most `limit`, after the account with the id `after`. */
  list(page: { readonly limit: number; readonly after?: string | undefined }): Promise<readonly ChatAccount[]>;
  /** Lists only the ids of accounts, in the order of `list`. */
  ids(page: { readonly limit: number; readonly after?: string | undefined }): Promise<readonly string[]>;
  /** Here and in `list`, `isDefault` means that the account is the default of each of its owners. */
  get(id: string): Promise<RevisedChatAccount | undefined>;
  /** Reads like `get`, but `isDefault` is always false, which saves reading the owners' items. */
  owned(id: string): Promise<ChatAccount | undefined>;
  /** Reads like `get`, but `owners` may have only the first owners, and `isDefault` is always false. */
  find(id: string): Promise<ChatAccount | undefined>;
  /** With `isDefault`, the account becomes the default of each of its owners. Throws ProviderNumberTakenError when its number is taken. */
  create(account: ChatAccount): Promise<RevisedChatAccount>;
  /**
   * Returns undefined, and writes nothing, when the account is gone. Without `isDefault`, the account stops being anybody's default; an
   * owner who leaves has it as default no more. Throws ProviderNumberTakenError like `create`, and OtherRevisionError.
   */
  replace(account: ChatAccount, expected?: Expected): Promise<RevisedChatAccount | undefined>;
  /** Keeps the last comparison with the provider; does nothing when the account was saved again since it was read, or is gone. */
  noteVerification(account: Pick<ChatAccount, "id" | "updatedAt">, verification: Verification): Promise<void>;
  /** Stores that the provider refuses the account, or removes that with `undefined`; does nothing in the cases of `noteVerification`. */
  noteRefusal(account: Pick<ChatAccount, "id" | "updatedAt">, refusal: ProviderRefusal | undefined): Promise<void>;
  /** Removes an account; false when it did not exist. Owners whose default it was have no default then. Throws OtherRevisionError. */
  remove(id: string, expected?: Expected): Promise<boolean>;
  /** Finishes an interrupted save: afterwards each owner's list and default agree with the account. */
  settle(id: string): Promise<void>;
  /** Removes stored owner lists that interrupted saves and removals left before this moment and that no account uses. */
  removeLeftOwners(beforeMs: number): Promise<void>;

  /** Lists at most 100 accounts of the owner, oldest first, with the owner's default. From here on, `owners` may have only the first owners. */
  listFor(owner: Owner): Promise<readonly ChatAccount[]>;
  /**
   * Finds an account if `owner` is one of its owners, and returns undefined for the id of another owner's account. `isDefault` is always false.
   */
  findFor(owner: Owner, id: string): Promise<ChatAccount | undefined>;
  findDefault(owner: Owner): Promise<ChatAccount | undefined>;
  /** Finds the account of an event by the platform's id of the number. Here and in the next method, `isDefault` is always false. */
  findByProviderNumber(providerPhoneNumberId: string): Promise<ChatAccount | undefined>;
  /** Lists at most 100 accounts of one of the platform's business accounts. */
  findByProviderBusiness(providerBusinessAccountId: string): Promise<readonly ChatAccount[]>;
}

/** Sending and events need only these methods of the store. */
export type ChatAccountReader = Pick<
  ChatAccountStore,
  "ids" | "find" | "listFor" | "findFor" | "findDefault" | "findByProviderNumber" | "findByProviderBusiness"
>;
