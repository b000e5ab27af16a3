import type { IdempotencyStore, IdempotentRequest, KeptAnswer } from "../../shared/edge/ports.ts";
import type { Clock } from "../../shared/kernel/clock.ts";
import type { Sealed } from "../../shared/kernel/secrets/secret-box.ts";

const KEPT_MS = 86_400_000;
const LEASE_MS = 30_000;

interface Entry {
  readonly fingerprint: string;
  readonly reservedId: string;
  readonly until: number;
  leaseUntil: number;
  readonly sealed?: Sealed | undefined;
  answer?: KeptAnswer;
}

/** A double in memory that passes the same contract test as the DynamoDB store (test/contract/ports/idempotency-store.test.ts). */
export function inMemoryIdempotencyStore({ clock }: { clock: Clock }): IdempotencyStore {
  const entries = new Map<string, Entry>();
  const keyOf = ({ owner, key }: IdempotentRequest) => JSON.stringify([owner, key]);
  return {
    async begin(request, newId, sealed) {
      const now = clock.now();
      const kept = entries.get(keyOf(request));
      if (kept === undefined || kept.until < now) {
        const { fingerprint } = request;
        entries.set(keyOf(request), {
          fingerprint,
          reservedId: newId,
          until: now + KEPT_MS,
          leaseUntil: now + LEASE_MS,
          sealed,
        });
        return { kind: "begun", reservedId: newId, leaseUntil: now + LEASE_MS, isRepeat: false, sealed };
      }
      if (kept.fingerprint !== request.fingerprint) return { kind: "reused" };
      if (kept.answer) return { kind: "answered", answer: kept.answer, sealed: kept.sealed };
      const { reservedId } = kept;
      if (kept.leaseUntil > now) return { kind: "in-flight", reservedId };
      kept.leaseUntil = now + LEASE_MS;
      return { kind: "begun", reservedId, leaseUntil: kept.leaseUntil, isRepeat: true, sealed: kept.sealed };
    },
    async finish(request, answer) {
      const kept = entries.get(keyOf(request));
      if (kept?.fingerprint !== request.fingerprint) throw new Error("the key is not this request's");
      kept.answer ??= answer;
      return kept.answer;
    },
    async release(request, { reservedId, leaseUntil }) {
      const kept = entries.get(keyOf(request));
      const isOurs = kept?.reservedId === reservedId && kept.leaseUntil === leaseUntil;
      if (isOurs && kept.answer === undefined) entries.delete(keyOf(request));
    },
  };
}
