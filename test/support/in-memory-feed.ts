import type { KeptEvent } from "../../shared/events/contract/kept-event.ts";
import type { Feed, StoredEvent } from "../../shared/events/ports.ts";

const KEPT_MS = 30 * 86_400_000;
/** The size limit of an item in the table; text that packing does not shorten reaches it. */
const MAX_BYTES = 409_600;

const isTooLarge = (event: KeptEvent) => Buffer.byteLength(JSON.stringify(event)) > MAX_BYTES;

/** A double in memory that passes the same contract test as the DynamoDB feed (test/contract/ports/feed.test.ts). */
export function inMemoryFeed(clock: { now(): number }): Feed {
  const feeds = new Map<string, StoredEvent[]>();
  const of = (owner: string) => feeds.get(owner) ?? [];
  return {
    async append(owner, events) {
      const tooLarge = events.filter(isTooLarge);
      const feed = of(owner);
      const committedAtMs = Math.floor(clock.now() / 1000) * 1000;
      const copies: KeptEvent[] = structuredClone(events.filter((event) => !isTooLarge(event)));
      feeds.set(owner, [
        ...feed,
        ...copies.map((event, i) => ({ position: feed.length + i + 1, committedAtMs, event })),
      ]);
      return tooLarge;
    },
    async read(owner, { after, limit, types }) {
      const behind = of(owner).filter(({ position }) => position > after);
      const isShown = ({ committedAtMs, event }: StoredEvent) =>
        committedAtMs + KEPT_MS >= clock.now() && (types?.has(event.type) ?? true);
      const shown = behind.filter(isShown).slice(0, limit);
      const isFull = shown.length === limit;
      const next = isFull ? shown.at(-1)?.position : behind.at(-1)?.position;
      return { events: shown, next: next ?? after };
    },
    async at(owner, position) {
      const found = of(owner)[position - 1];
      return found && found.committedAtMs + KEPT_MS >= clock.now() ? { ...found } : undefined;
    },
    head: async (owner) => of(owner).length,
  };
}
