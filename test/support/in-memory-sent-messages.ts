import { canonicalPhone } from "../../shared/chat/domain/phone-number.ts";
import type { SentToCustomer } from "../../shared/sandbox/domain/sent-to-customer.ts";
import type { SentMessages } from "../../shared/sandbox/ports.ts";

const KEPT_MS = 7 * 86_400_000;
const MOST = 1000;

interface Kept {
  readonly position: string;
  readonly customer: string;
  readonly message: SentToCustomer;
  readonly untilMs: number;
}

/** A double in memory that passes the same contract test as the store in DynamoDB (test/contract/ports/sent-messages.test.ts). */
export function inMemorySentMessages(clock: { now(): number }): SentMessages {
  const byOwner = new Map<string, Kept[]>();
  return {
    async add(owner, phone, message) {
      const kept = byOwner.get(owner) ?? [];
      if (kept.some((one) => one.message.id === message.id)) return;
      const position = `${message.sentAt} ${message.id}`;
      const untilMs = clock.now() + KEPT_MS;
      const own = { position, customer: canonicalPhone(phone), message: structuredClone(message), untilMs };
      byOwner.set(
        owner,
        [...kept, own].toSorted((a, b) => (a.position < b.position ? 1 : -1)),
      );
    },
    async list(owner, phone, { limit, after = "~" }) {
      const customer = canonicalPhone(phone);
      const found = (byOwner.get(owner) ?? [])
        .slice(0, MOST)
        .filter(
          (one) =>
            one.customer === customer && one.untilMs >= Math.floor(clock.now() / 1000) * 1000 && one.position < after,
        );
      const shown = found.slice(0, limit);
      const messages = shown.map(({ message }) => message);
      return found.length > limit ? { messages, next: shown.at(-1)?.position } : { messages };
    },
  };
}
