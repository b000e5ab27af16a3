import { describe, expect, it } from "vitest";
import { firstPageOf, isLongList } from "../../../panel/src/api/long-list.ts";
import type { Listed } from "../../../panel/src/pages/notifications/outcome.ts";
import { withStateOf } from "../../../panel/src/pages/notifications/with-state-of.ts";

const list = (count: number) => ({ pages: Array.from({ length: count }, (_, i) => i), pageParams: [] });
const of = (data: unknown) => isLongList({ state: { data } });

describe("a list of many pages", () => {
  it("is one of more than ten, and nothing else", () => {
    expect([of(list(11)), of(list(10)), of(undefined), of({ pages: 12 }), of([])]).toEqual([
      true,
      ...[false, false, false, false],
    ]);
  });

  it("begins again with its first page", () => {
    expect(firstPageOf({ pages: ["a", "b"], pageParams: ["", "x"] })).toEqual({ pages: ["a"], pageParams: [""] });
    expect(firstPageOf(undefined)).toBeUndefined();
  });

  it("shows what was read of one by itself, and never an older state", () => {
    const row = (id: string, updated_at: string) => ({ id, updated_at }) as Listed;
    const known = { pages: [{ notifications: [row("a", "2"), row("b", "2")] }] };
    expect(withStateOf(known, row("b", "3"))?.pages[0]?.notifications).toEqual([row("a", "2"), row("b", "3")]);
    for (const one of [row("b", "2"), row("b", "1"), row("c", "3")]) expect(withStateOf(known, one)).toBe(known);
  });
});
