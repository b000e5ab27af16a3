import { describe, expect, it } from "vitest";
import { agreedTags } from "../../../../ops/restore-table/agreed-tags.ts";

describe("agreedTags()", () => {
  it("takes the value that most tables have, also if the first has none", () => {
    expect(agreedTags([{}, { a: "1", b: "1" }, { a: "2" }, { a: "2" }])).toEqual({ a: "2", b: "1" });
  });

  it("takes no value of a tie, and nothing of no tables", () => {
    expect(
      agreedTags([
        { a: "1", b: "1" },
        { a: "2", b: "1" },
      ]),
    ).toEqual({ b: "1" });
    expect(agreedTags([])).toEqual({});
  });
});
