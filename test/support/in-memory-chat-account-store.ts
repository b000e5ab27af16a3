import type { ChatAccount, RevisedChatAccount } from "../../shared/chat/domain/chat-account.ts";
import { type ChatAccountStore, ProviderNumberTakenError } from "../../shared/chat/ports/chat-account-store.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { type Expected, refuseOtherRevision, shownRevision } from "../../shared/kernel/revision.ts";

const MAX_FOUND = 100;

/** A double in memory that passes the same contract test as the DynamoDB store (test/contract/ports/chat-account-store.test.ts). */
export function inMemoryChatAccountStore(seed: readonly ChatAccount[] = []): ChatAccountStore {
  const accounts = new Map<string, ChatAccount>();
  const defaults = new Map<string, string>();
  const revisions = new Map<string, string>();
  const revised = (account: ChatAccount): RevisedChatAccount => {
    const revision = revisions.get(account.id) ?? "";
    return { ...account, revision: shownRevision({ revision, isDefault: account.isDefault }) };
  };
  const expect = (expected: Expected | undefined, id: string): void => {
    const account = accounts.get(id);
    if (account) refuseOtherRevision(expected, revised(seen(account)).revision);
  };
  const plain = (account: ChatAccount): ChatAccount => ({ ...account, isDefault: false });
  const seen = (account: ChatAccount): ChatAccount => ({
    ...account,
    isDefault: account.owners.length > 0 && account.owners.every((owner) => defaults.get(owner) === account.id),
  });
  const sorted = () => [...accounts.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const giveUp = (id: string) => {
    for (const [owner, own] of defaults) if (own === id) defaults.delete(owner);
  };
  const save = (account: ChatAccount): void => {
    const number = account.providerPhoneNumberId;
    const rival = sorted().find((one) => number !== undefined && one.providerPhoneNumberId === number);
    if (rival !== undefined && rival.id !== account.id) throw new ProviderNumberTakenError();
    giveUp(account.id);
    accounts.set(account.id, plain(account));
    revisions.set(account.id, crypto.randomUUID());
    if (account.isDefault) for (const owner of account.owners) defaults.set(owner, account.id);
  };
  const findFor = (owner: Owner, id: string) => {
    const account = accounts.get(id);
    return account?.owners.includes(owner) ? account : undefined;
  };
  for (const account of seed) save(account);
  return {
    list: async ({ limit, after = "" }) =>
      sorted()
        .filter(({ id }) => id > after)
        .slice(0, limit)
        .map(seen),
    ids: async ({ limit, after = "" }) =>
      sorted()
        .map(({ id }) => id)
        .filter((id) => id > after)
        .slice(0, limit),
    owned: async (id) => accounts.get(id),
    async get(id) {
      const account = accounts.get(id);
      return account && revised(seen(account));
    },
    find: async (id) => accounts.get(id),
    settle: async () => undefined,
    removeLeftOwners: async () => undefined,
    async create(account) {
      if (accounts.has(account.id)) throw new Error("a chat account of this id exists already");
      save(account);
      return revised(account);
    },
    async replace(account, expected) {
      if (!accounts.has(account.id)) return undefined;
      expect(expected, account.id);
      save(account);
      return revised(account);
    },
    async noteVerification({ id, updatedAt }, verification) {
      const account = accounts.get(id);
      if (account?.updatedAt === updatedAt) accounts.set(id, { ...account, verification });
    },
    async noteRefusal({ id, updatedAt }, refusal) {
      const account = accounts.get(id);
      if (account?.updatedAt !== updatedAt) return;
      const { refusal: _before, ...rest } = account;
      accounts.set(id, { ...rest, ...(refusal && { refusal }) });
    },
    async remove(id, expected) {
      expect(expected, id);
      giveUp(id);
      return accounts.delete(id);
    },
    listFor: async (owner) =>
      sorted()
        .filter(({ owners }) => owners.includes(owner))
        .slice(0, MAX_FOUND)
        .map((account) => ({ ...account, isDefault: defaults.get(owner) === account.id })),
    findFor: async (owner, id) => findFor(owner, id),
    async findDefault(owner) {
      const account = findFor(owner, defaults.get(owner) ?? "");
      return account && { ...account, isDefault: true };
    },
    findByProviderNumber: async (number) => sorted().find((one) => one.providerPhoneNumberId === number),
    findByProviderBusiness: async (business) =>
      sorted()
        .filter((one) => one.providerBusinessAccountId === business)
        .slice(0, MAX_FOUND),
  };
}
