import {
  type AccountWrite,
  accountBytes,
  MOST_ACCOUNTS,
  type SendingAccount,
} from "../../shared/email/domain/sending-account.ts";
import type { DefaultChange, SendingAccountStore } from "../../shared/email/ports.ts";
import { refuseOtherRevision, shownRevision } from "../../shared/kernel/revision.ts";
import { isTestOwner } from "../../shared/kernel/test-mode.ts";

/** A double in memory that passes the same contract test as the DynamoDB store (test/contract/ports/sending-account-store.test.ts). */
export function inMemorySendingAccountStore(seed: readonly SendingAccount[] = []): SendingAccountStore {
  const accounts = new Map<string, SendingAccount>();
  const defaults = new Map<string, string>();
  const keyOf = (owner: string, id: string) => JSON.stringify([owner, id]);
  const put = (account: SendingAccount) =>
    accounts.set(keyOf(account.owner, account.id), { ...account, isDefault: false });
  const write = (account: AccountWrite): SendingAccount => {
    const written = { ...account, revision: crypto.randomUUID() };
    put(written);
    return written;
  };
  const seen = (account: SendingAccount): SendingAccount => ({
    ...account,
    isDefault: defaults.get(account.owner) === account.id,
  });
  const change = ({ owner, id }: AccountWrite, how: DefaultChange) => {
    if (how === "take") defaults.set(owner, id);
    if (how === "give-up" && defaults.get(owner) === id) defaults.delete(owner);
  };
  for (const account of seed) {
    put(account);
    if (account.isDefault) defaults.set(account.owner, account.id);
  }
  const find = (owner: string, id: string) => accounts.get(keyOf(owner, id));
  const hasRoomFor = ({ owner, id, ...account }: AccountWrite) => {
    const others = [...accounts.values()].filter((one) => one.owner === owner && one.id !== id);
    const bytes = [...others, { owner, id, ...account }].reduce((sum, one) => sum + accountBytes(one), 0);
    return bytes <= MOST_ACCOUNTS.bytes && others.length < MOST_ACCOUNTS.count;
  };
  return {
    async namingTopic(topicArn, limit) {
      const naming = [...accounts.values()].filter(
        ({ owner, feedbackTopicArn }) => feedbackTopicArn === topicArn && !isTestOwner(owner),
      );
      return naming.slice(0, limit).map(({ owner, id }) => ({ owner, accountId: id }));
    },
    async list(owner) {
      const own = [...accounts.values()].filter((account) => account.owner === owner);
      return own.sort((a, b) => (a.id < b.id ? -1 : 1)).map(seen);
    },
    async get(owner, id) {
      const account = find(owner, id);
      return account && seen(account);
    },
    find: async (owner, id) => find(owner, id),
    findPresent: async (owner, id) => find(owner, id),
    findDefault: async (owner) => find(owner, defaults.get(owner) ?? ""),
    async create(account, how) {
      if (find(account.owner, account.id)) throw new Error("a sending account of this id exists already");
      if (!hasRoomFor(account)) return "full";
      const written = write(account);
      change(account, defaults.has(account.owner) ? how : "take");
      return seen(written);
    },
    async replace(account, how, { kept, expected } = {}) {
      const stored = find(account.owner, account.id);
      if (!stored) return undefined;
      refuseOtherRevision(expected, shownRevision(seen(stored)));
      if (kept !== undefined && kept !== stored.secret) return "changed";
      if (accountBytes(account) > accountBytes(stored) && !hasRoomFor(account)) return "full";
      const { revision } = write({ ...account, health: stored.health });
      change(account, how);
      return seen({ ...account, revision });
    },
    async noteHealth({ owner, id, health }, next) {
      const stored = find(owner, id);
      const isAsSeen = stored?.health?.status === health?.status && stored?.health?.sinceMs === health?.sinceMs;
      if (stored && isAsSeen) put({ ...stored, health: next });
    },
    async remove(owner, id, expected) {
      const stored = find(owner, id);
      if (stored) refuseOtherRevision(expected, shownRevision(seen(stored)));
      if (defaults.get(owner) === id) defaults.delete(owner);
      return accounts.delete(keyOf(owner, id));
    },
  };
}
