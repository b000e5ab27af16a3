import { describe, expect, it } from "vitest";
import { eventId, eventTimeMs } from "../../../shared/events/domain/event-id.ts";
import { findEvent } from "../../../shared/events/find-event.ts";
import type { Feed } from "../../../shared/events/ports.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { anAnnouncedEvent } from "../../support/an-announced-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryFeed } from "../../support/in-memory-feed.ts";

const DAY_MS = 86_400_000;

const idAt = (atMs: number, n: number) =>
  eventId(
    { table: "Notifications", keys: { pk: "p", sk: n }, type: "notification.sent", state: [n] },
    atMs,
    systemIdentifiers.hash,
  );

/** A feed that counts the reads. */
function counted(feed: Feed) {
  const asked = { count: 0 };
  const counting =
    <Args extends unknown[], Answer>(ask: (...args: Args) => Answer) =>
    (...args: Args): Answer => {
      asked.count += 1;
      return ask(...args);
    };
  return { asked, feed: { ...feed, read: counting(feed.read), at: counting(feed.at), head: counting(feed.head) } };
}

async function filled(events: number, betweenMs: number) {
  const clock = fakeClock();
  const { asked, feed } = counted(inMemoryFeed(clock));
  const owner = anOwner();
  const ids: string[] = [];
  for (let n = 0; n < events; n++) {
    const id = idAt(clock.now(), n);
    ids.push(id);
    await feed.append(owner, [anAnnouncedEvent({ id })]);
    clock.advance(betweenMs);
  }
  return { clock, feed, owner, ids, asked };
}

describe("findEvent()", () => {
  it("finds each event by its id in a few reads", async () => {
    const { feed, owner, ids, asked } = await filled(1000, 10_000);
    for (const n of [0, 1, 499, 998, 999]) {
      asked.count = 0;
      const id = ids[n] ?? "";
      expect((await findEvent({ feed }, owner, id)).id).toBe(id);
      expect(asked.count).toBeLessThan(15);
    }
  });

  it("finds events of the same second, and one that was announced later", async () => {
    const { clock, feed, owner, ids } = await filled(700, 0);
    const late = idAt(clock.now() - 20_000, 1000);
    await feed.append(owner, [anAnnouncedEvent({ id: late })]);
    for (const id of [ids[0] ?? "", ids[699] ?? "", late]) expect((await findEvent({ feed }, owner, id)).id).toBe(id);
  });

  it("knows neither another owner's event, nor one that is no longer kept, nor one that never was", async () => {
    const { clock, feed, owner, ids } = await filled(20, DAY_MS * 2);
    const missing: [Owner, string][] = [
      [anOwner("somebody-else"), ids[19] ?? ""],
      [owner, ids[0] ?? ""],
      [owner, idAt(clock.now(), 5000)],
      [owner, idAt(0, 5000)],
    ];
    for (const [whose, id] of missing)
      await expect(findEvent({ feed }, whose, id)).rejects.toMatchObject({ code: "not_found" });
    expect((await findEvent({ feed }, owner, ids[19] ?? "")).id).toBe(ids[19]);
  });
});

describe("eventTimeMs()", () => {
  it("gives back the time of an id", () => {
    for (const atMs of [0, 1_764_000_000_123]) expect(eventTimeMs(idAt(atMs, 1))).toBe(atMs);
  });
});
