import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Conversation } from "../../../../shared/conversations/domain/conversation.ts";
import {
  firstWalk,
  isBelowAllWanted,
  isFiltered,
  newestFirst,
  turned,
  walkOver,
  wayUp,
} from "../../../../shared/conversations/domain/conversation-list.ts";
import { anOwner } from "../../../support/an-owner.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const idOf = (n: number) => `${String(n).padStart(8, "0")}-0000-5000-8000-000000000000`;
const at = (n: number, updatedAtMs = NOW - n, phone = `+${n}`): Conversation => ({
  ...{ owner: anOwner("o"), id: idOf(n), chatAccountId: "a", customerKey: phone, customerPhone: phone },
  ...{ latestInboundAtMs: updatedAtMs, updatedAtMs },
});
const many = (count: number) => Array.from({ length: count }, (_, n) => at(n));
const all = { nowMs: NOW };

describe("walkOver()", () => {
  it("shows as many as there is room for, stands at the last one, and says whether there are more", () => {
    const { found, walk, hasMore } = walkOver(firstWalk(NOW), many(3), { room: 2, filter: all });
    expect([found.map(({ id }) => id), hasMore]).toEqual([[idOf(0), idOf(1)], true]);
    expect(walk.place).toEqual({ id: idOf(1), updatedAtMs: NOW - 1 });
    expect(walkOver(walk, [at(2)], { room: 2, filter: all })).toMatchObject({ found: [at(2)], hasMore: false });
  });

  it("stands just before the first one that it had no room for, past those that nobody asked for", () => {
    const filter = { ...all, phonePart: "7" };
    const met = [at(1), at(7), at(2), at(17), at(3)];
    const { found, walk, hasMore } = walkOver(firstWalk(NOW), met, { room: 1, filter });
    expect([found, hasMore, walk.place?.id]).toEqual([[at(7)], true, idOf(2)]);
    const none = walkOver(walk, [at(4)], { room: 1, filter });
    expect([none.found, none.hasMore, none.walk.place?.id]).toEqual([[], false, idOf(4)]);
    expect(walkOver(walk, [], { room: 1, filter }).walk).toEqual(walk);
  });

  const moved = (conversations: readonly Conversation[], ms: number) =>
    conversations.map((one) => ({ ...one, updatedAtMs: NOW + ms }));

  it("does not show the first ones again when they moved, of the others only what it has no room to remember", () => {
    const { walk } = walkOver(firstWalk(NOW), many(250), { room: 250, filter: all });
    const { found } = walkOver(turned(walk), moved(many(250), 1), { room: 250, filter: all });
    expect(found.map(({ id }) => id)).toEqual(
      many(250)
        .slice(200)
        .map(({ id }) => id),
    );
  });

  it("does not show what it has just shown on the way up", () => {
    const { walk } = walkOver(firstWalk(NOW), many(210), { room: 210, filter: all });
    const up = walkOver(turned(walk), moved(many(400), 1), { room: 100, filter: all });
    expect([up.found.length, up.walk.shown.length]).toEqual([100, 264]);
    const { found } = walkOver(up.walk, moved(many(400), 2), { room: 400, filter: all });
    // Of the conversations that came while the list was read upwards, 200 to 299, the list remembers the last 64.
    const expected = [...many(236).slice(200), ...many(400).slice(300)];
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  it("leaves nothing out on the way down, where marks of two conversations may be the same", () => {
    const [one, other] = [at(1), { ...at(2), id: `${idOf(1).slice(0, 13)}-5000-8000-00000000000f` }];
    const { walk } = walkOver(firstWalk(NOW), [one], { room: 1, filter: all });
    expect(walkOver(walk, [other], { room: 1, filter: all }).found).toEqual([other]);
  });

  it("has no room for more where there is none, and still says that there is more", () => {
    const full = walkOver(firstWalk(NOW), [at(1)], { room: 0, filter: all });
    expect([full.found, full.hasMore, full.walk.place]).toEqual([[], true, undefined]);
    expect(walkOver(firstWalk(NOW), [], { room: 0, filter: all }).hasMore).toBe(false);
  });

  it("neither leaves out nor repeats, however the pages are cut", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        (count, rooms) => {
          let walk = firstWalk(NOW);
          const seen: Conversation[] = [];
          for (let page = 0; page <= count; page++) {
            const rest = many(count).filter(
              (one) => walk.place === undefined || one.updatedAtMs < walk.place.updatedAtMs,
            );
            const steps = walkOver(walk, rest, { room: rooms[page % rooms.length] ?? 1, filter: all });
            seen.push(...steps.found);
            walk = steps.walk;
            if (!steps.hasMore) break;
          }
          expect(seen).toEqual(many(count));
        },
      ),
    ));

  it.each([
    ["open", NOW - 24 * HOUR + 1, true],
    ["open", NOW - 24 * HOUR, false],
    ["closed", NOW - 24 * HOUR + 1, false],
    ["closed", NOW - 24 * HOUR, true],
  ] as const)("asks for windows that are %s", (window, atMs, isFound) => {
    const { found } = walkOver(firstWalk(NOW), [at(1, atMs)], { room: 1, filter: { ...all, window } });
    expect(found).toHaveLength(isFound ? 1 : 0);
  });

  it("finds no number of a customer who has none", () => {
    const { customerPhone: _, ...unnumbered } = at(1);
    const find = (phonePart: string) =>
      walkOver(firstWalk(NOW), [unnumbered], { room: 1, filter: { ...all, phonePart } }).found;
    expect([find("1"), find("")]).toEqual([[], [unnumbered]]);
  });
});

describe("a walk", () => {
  it("goes down once, then up over what moved from a little before it began, for two days", () => {
    const { walk } = walkOver(firstWalk(NOW), many(2), { room: 2, filter: all });
    expect([walk.way, turned(walk)]).toEqual(["down", { beganMs: NOW, way: "up", shown: walk.shown }]);
    expect(wayUp(walk)).toEqual({ afterMs: NOW - 2000, untilMs: NOW + 48 * HOUR });
  });
});

describe("isBelowAllWanted()", () => {
  it("ends a search for open windows a day below the top, and no other", () => {
    const ends = (atMs: number, window?: "open" | "closed") => isBelowAllWanted(at(1, atMs), { ...all, window });
    expect([ends(NOW - 24 * HOUR + 1, "open"), ends(NOW - 24 * HOUR, "open")]).toEqual([false, true]);
    expect([ends(0, "closed"), ends(0)]).toEqual([false, false]);
  });
});

describe("isFiltered()", () => {
  it.each([
    [{ ...all }, false],
    [{ ...all, window: "open" as const }, true],
    [{ ...all, phonePart: "1" }, true],
  ])("tells %j", (filter, is) => expect(isFiltered(filter)).toBe(is));
});

describe("newestFirst()", () => {
  it("sorts by time, then by id, and shows what was read twice as it was read last", () => {
    const [first, second] = [at(1, NOW), at(1, NOW + 5)];
    expect(newestFirst([first, at(3, NOW + 1), at(2, NOW + 1), second])).toEqual([
      second,
      at(3, NOW + 1),
      at(2, NOW + 1),
    ]);
  });
});
