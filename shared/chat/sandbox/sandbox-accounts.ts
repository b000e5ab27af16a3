import type { Identifiers } from "../../kernel/identifiers.ts";
import type { Owner } from "../../kernel/owner.ts";
import { isTestOwner } from "../../kernel/test-mode.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import { isSandboxAccountId, sandboxAccount, sandboxAccountId } from "../domain/sandbox-account.ts";
import type { ChatAccountReader } from "../ports/chat-account-store.ts";

/**
 * Gives every hidden owner of test mode one account, which is made from the owner's id and stored nowhere. All other owners and all
 * events are answered from the stored accounts.
 */
export class AccountsWithSandbox implements ChatAccountReader {
  readonly #stored: ChatAccountReader;
  readonly #identifiers: Pick<Identifiers, "sha1">;

  constructor(stored: ChatAccountReader, identifiers: Pick<Identifiers, "sha1">) {
    this.#stored = stored;
    this.#identifiers = identifiers;
  }

  ids(page: { limit: number; after?: string | undefined }): Promise<readonly string[]> {
    return this.#stored.ids(page);
  }

  /** An account of test mode is found without its owner, who cannot be read from the id. */
  async find(id: string): Promise<ChatAccount | undefined> {
    return isSandboxAccountId(id) ? sandboxAccount(id, []) : this.#stored.find(id);
  }

  async listFor(owner: Owner): Promise<readonly ChatAccount[]> {
    return isTestOwner(owner) ? [this.#defaultOf(owner)] : this.#stored.listFor(owner);
  }

  async findFor(owner: Owner, id: string): Promise<ChatAccount | undefined> {
    if (!isTestOwner(owner)) return this.#stored.findFor(owner, id);
    const own = this.#idOf(owner);
    return id === own ? sandboxAccount(own, [owner]) : undefined;
  }

  async findDefault(owner: Owner): Promise<ChatAccount | undefined> {
    return isTestOwner(owner) ? this.#defaultOf(owner) : this.#stored.findDefault(owner);
  }

  findByProviderNumber(providerPhoneNumberId: string): Promise<ChatAccount | undefined> {
    return this.#stored.findByProviderNumber(providerPhoneNumberId);
  }

  findByProviderBusiness(providerBusinessAccountId: string): Promise<readonly ChatAccount[]> {
    return this.#stored.findByProviderBusiness(providerBusinessAccountId);
  }

  #defaultOf(owner: Owner): ChatAccount {
    return { ...sandboxAccount(this.#idOf(owner), [owner]), isDefault: true };
  }

  #idOf(owner: Owner): string {
    return sandboxAccountId(owner, (bytes) => this.#identifiers.sha1(bytes));
  }
}
