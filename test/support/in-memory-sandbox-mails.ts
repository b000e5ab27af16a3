import type { Clock } from "../../shared/kernel/clock.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { isSentTo, type SandboxMail } from "../../shared/sandbox/domain/sandbox-mail.ts";
import type { SandboxMails } from "../../shared/sandbox/ports.ts";

const KEPT_MS = 7 * 86_400_000;
const MOST = 1000;

interface Kept {
  readonly mail: SandboxMail;
  readonly idempotencyKey: string;
  readonly source: Uint8Array;
  readonly until: number;
}

/** A double in memory that passes the same contract test as the DynamoDB store (test/contract/ports/sandbox-mails.test.ts). */
export function inMemorySandboxMails(clock: Clock): SandboxMails {
  const mails = new Map<Owner, Kept[]>();
  const attempts = new Map<string, number>();
  const of = (owner: Owner) => (mails.get(owner) ?? []).filter(({ until }) => clock.now() <= until);
  const find = (owner: Owner, id: string) => of(owner).find(({ mail }) => mail.id === id);
  return {
    async add(owner, { idempotencyKey = "", ...mail }, source) {
      const isRepeat = (one: Kept) => idempotencyKey !== "" && one.idempotencyKey === idempotencyKey;
      if (find(owner, mail.id) || of(owner).some(isRepeat)) return;
      const until = clock.now() + KEPT_MS;
      const kept = { mail: structuredClone(mail), idempotencyKey, source: Uint8Array.from(source), until };
      mails.set(owner, [...of(owner), kept].slice(-MOST));
    },
    async list(owner, { limit, after, to }) {
      const matching = of(owner)
        .map(({ mail }) => mail)
        .filter(({ id }) => after === undefined || id < after)
        .filter(isSentTo(to))
        .toSorted((a, b) => (a.id < b.id ? 1 : -1));
      const page = matching.slice(0, limit);
      return { mails: page, next: matching.length > limit ? page.at(-1)?.id : undefined };
    },
    find: async (owner, id) => find(owner, id)?.mail,
    source: async (owner, id) => find(owner, id)?.source,
    clear: async (owner) => void mails.delete(owner),
    async countAttempt(owner, messageId, recipient) {
      const name = JSON.stringify([owner, messageId, recipient.toLowerCase()]);
      const before = attempts.get(name) ?? 0;
      attempts.set(name, before + 1);
      return before;
    },
  };
}
