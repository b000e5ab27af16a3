import { describe, expect, it } from "vitest";
import { boundCursors } from "../../../shared/kernel/bound-cursors.ts";
import { HmacCursors } from "../../../shared/kernel/hmac-cursors.ts";
import { anOwner } from "../../support/an-owner.ts";

const cursors = new HmacCursors("k".repeat(32));

describe("boundCursors()", () => {
  it("reads the cursor that it issued, and no cursor where there is none", () => {
    const bound = boundCursors(cursors, anOwner(), "mails");
    expect(bound.read(bound.next("7").nextCursor)).toBe("7");
    expect(bound.next(undefined)).toEqual({});
    expect(bound.read(undefined)).toBeUndefined();
  });

  it("refuses a cursor of another owner, of another query, and of nobody", () => {
    const owner = anOwner();
    const bound = boundCursors(cursors, owner, "mails");
    const others = [boundCursors(cursors, anOwner(), "mails"), boundCursors(cursors, owner, "messages")];
    const foreign = [...others.map((other) => other.next("7").nextCursor), "7", ""];
    const refusal = expect.objectContaining({ code: "invalid_request", message: "cursor is not valid" });
    for (const cursor of foreign) expect(() => bound.read(cursor)).toThrow(refusal);
  });
});
