import { readRecipient } from "../../shared/suppressions/domain/recipient.ts";
import { MOST_WITH_TOPIC, type Suppression } from "../../shared/suppressions/domain/suppression.ts";
import type { LinkKey, LinkKeyStore, SuppressionStore } from "../../shared/suppressions/ports.ts";

const keyOf = (text: string): string => JSON.stringify(readRecipient(text) ?? "none");
const identity = ({ owner, recipient, reason, topic }: Suppression): string =>
  JSON.stringify([owner, keyOf(recipient), reason, topic]);

/** A double in memory that passes the same contract test as the DynamoDB adapter (test/contract/ports/suppression-store.test.ts). */
export function inMemorySuppressions(): SuppressionStore {
  const all = new Map<string, Suppression>();
  return {
    async add(suppression) {
      const known = all.get(identity(suppression));
      if (known) return { suppression: known, isNew: known.id === suppression.id };
      const { owner, recipient, topic } = suppression;
      const isFew = all.size < MOST_WITH_TOPIC;
      const standing = () =>
        isFew
          ? []
          : [...all.values()].filter((one) => one.owner === owner && keyOf(one.recipient) === keyOf(recipient));
      if (topic !== undefined && standing().length >= MOST_WITH_TOPIC) return "full";
      all.set(identity(suppression), suppression);
      return { suppression, isNew: true };
    },
    async remove(owner, id) {
      const known = [...all.values()].find((one) => one.owner === owner && one.id === id);
      return known !== undefined && all.delete(identity(known));
    },
    async list(owner, { recipient, reason, limit, after }) {
      const found = [...all.values()]
        .filter((one) => one.owner === owner && (reason === undefined || one.reason === reason))
        .filter((one) => recipient === undefined || keyOf(one.recipient) === keyOf(recipient))
        .toSorted((one, other) => (one.id < other.id ? 1 : -1))
        .filter(({ id }) => after === undefined || id < after);
      const suppressions = found.slice(0, limit);
      return { suppressions, ...(found.length > limit && { next: suppressions.at(-1)?.id }) };
    },
    async standing(owner, recipients) {
      const of = (text: string) =>
        [...all.values()].filter((one) => one.owner === owner && keyOf(one.recipient) === keyOf(text));
      return new Map(recipients.map((text) => [text, of(text)] as const).filter(([, found]) => found.length > 0));
    },
  };
}

/** The links of mails in tests, with keys in memory. */
export function inMemoryUnsubscribeLinks(publicUrl: string | undefined = "https://herald.example") {
  const keys = new Map<string, LinkKey>();
  const linkKeys: LinkKeyStore = {
    async ofOwner(owner) {
      const known = [...keys.values()].find((one) => one.owner === owner);
      const made = known ?? { id: keys.size.toString(16).padStart(16, "0"), owner, key: new Uint8Array(32).fill(7) };
      keys.set(made.id, made);
      return made;
    },
    find: async (id) => keys.get(id),
  };
  return { publicUrl, linkKeys };
}
