import { expect } from "vitest";

const withoutRevision = (value: object): object => {
  const { revision: _revision, ...rest } = { revision: undefined, ...value };
  return rest;
};

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lets tests compare records without their revisions, because each store gives every write a revision of its own. */
export function compareWithoutRevisions(): void {
  expect.addEqualityTesters([
    function (one, other, testers) {
      if (!isRecord(one) || !isRecord(other) || !("revision" in one || "revision" in other)) return undefined;
      return this.equals(withoutRevision(one), withoutRevision(other), testers);
    },
  ]);
}
