import { describe, expect, it } from "vitest";
import { changePages, firstPageOf, isLongList } from "../../../../panel/src/api/long-list.ts";
import { openQueryClient } from "../../../../panel/src/api/query-client.ts";
import type { Listed } from "../../../../panel/src/pages/notifications/outcome.ts";
import { withStateOf } from "../../../../panel/src/pages/notifications/with-state-of.ts";

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

  it("shows what was read of one by itself, never an older state, and is left alone by anything else", () => {
    const row = (id: string, updated_at: string) => ({ id, updated_at }) as Listed;
    const client = openQueryClient();
    const key = ["notifications", "list", "all"];
    const known = { pages: [{ notifications: [row("a", "2"), row("b", "2")] }], pageParams: [""] };
    client.setQueryData(key, known, { updatedAt: 1 });
    const reads = (one: Listed) => {
      changePages(client, key.slice(0, 2), withStateOf(one));
      return client.getQueryState(key);
    };
    for (const one of [row("b", "2"), row("b", "1"), row("c", "3")])
      expect(reads(one)).toMatchObject({ data: known, dataUpdatedAt: 1 });
    const after = { pages: [{ notifications: [row("a", "2"), row("b", "3")] }], pageParams: [""] };
    expect(reads(row("b", "3"))?.data).toEqual(after);
    expect(client.getQueryState(["notifications", "list"])).toBeUndefined();
  });
});
