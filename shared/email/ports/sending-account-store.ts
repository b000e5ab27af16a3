import type { SendingAccount } from "../domain/sending-account.ts";

/** A caller's choice about the default when writing an account: take it, give it up, or leave it as it is. */
export type DefaultChange = "take" | "give-up" | "keep";

/** Every method takes the owner first: another owner's account is simply not there. */
export interface SendingAccountStore {
  /** Newest last; at most 1000. `isDefault` is derived from the owner's one pointer, so two defaults cannot exist. */
  list(owner: string): Promise<readonly SendingAccount[]>;
  get(owner: string, id: string): Promise<SendingAccount | undefined>;
  /** Like `get`, without asking which account is the default: `isDefault` is always false. */
  find(owner: string, id: string): Promise<SendingAccount | undefined>;
  findDefault(owner: string): Promise<SendingAccount | undefined>;
  /** The owner's first account becomes the default whatever was asked; answers the account as it now stands. */
  create(account: SendingAccount, change: DefaultChange): Promise<SendingAccount>;
  /** Answers undefined, and writes nothing, when the account is gone. */
  replace(account: SendingAccount, change: DefaultChange): Promise<SendingAccount | undefined>;
  /** Answers false when there was nothing to remove. Removing the default leaves the owner without one (D15). */
  remove(owner: string, id: string): Promise<boolean>;
}
