import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnnouncedState, eventId } from "../../../../shared/events/domain/event-id.ts";
import { systemIdentifiers } from "../../../../shared/kernel/system-identifiers.ts";

const UUID_V7 = /^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const announced = fc.record({
  table: fc.constantFrom("Notifications", "Chat"),
  keys: fc.record({ pk: fc.string(), sk: fc.string() }),
  type: fc.constantFrom("notification.sent", "notification.failed"),
  state: fc.array(fc.oneof(fc.string(), fc.nat())),
}) satisfies fc.Arbitrary<AnnouncedState>;
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const idOf = (state: AnnouncedState, atMs: number) => eventId(state, atMs, systemIdentifiers.hash);

describe("eventId()", () => {
  it("is a UUIDv7 of the change's time", () => {
    fc.assert(
      fc.property(announced, time, (state, atMs) => {
        const id = idOf(state, atMs);
        expect(id).toMatch(UUID_V7);
        expect(Number.parseInt(id.slice(4, 17).replace("-", ""), 16)).toBe(atMs);
      }),
    );
  });

  it("is the same for the same change, and another for every other one", () => {
    fc.assert(
      fc.property(announced, announced, time, (one, other, atMs) => {
        expect(idOf(structuredClone(one), atMs)).toBe(idOf(one, atMs));
        expect(idOf(one, atMs) === idOf(other, atMs)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});
