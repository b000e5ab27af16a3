import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedFields } from "../../../shared/edge/changed-fields.ts";

describe("changedFields()", () => {
  it("names what differs, is gone or is new, and nothing that the service sets", () => {
    const before = { label: "a", port: 25, from_name: "x", domains: ["a"], updated_at: "1", version: 1 };
    const after = { label: "b", port: 25, host: "h", domains: ["a"], updated_at: "2", version: 2 };
    expect(changedFields(before, after, after)).toEqual(["from_name", "host", "label"]);
  });

  it("names a secret that was given, and none that was left as it is", () => {
    const view = { label: "a" };
    expect(changedFields(view, view, { label: "a", password: "s3cret" })).toEqual(["password"]);
    expect(changedFields(view, view, { label: "a", password: "" })).toEqual([]);
  });

  it("never says a value", () => {
    const record = fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.string({ minLength: 12 }));
    fc.assert(
      fc.property(record, record, record, (before, after, given) => {
        const names = new Set([before, after, given].flatMap((one) => Object.keys(one)));
        for (const field of changedFields(before, after, given)) expect(names).toContain(field);
      }),
    );
  });
});
