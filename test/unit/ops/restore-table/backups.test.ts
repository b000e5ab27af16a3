import { describe, expect, it } from "vitest";
import { chosenBackup } from "../../../../ops/restore-table/backups.ts";
import { NotYetError, type TableBackup } from "../../../../ops/restore-table/port.ts";

const EARLIER = new Date("2026-11-01T00:00:00Z");
const LATER = new Date("2026-11-22T00:00:00Z");
const backup = (arn: string, at: Date, more: Partial<TableBackup> = {}): TableBackup => ({
  ...{ arn, at, isSystem: true },
  ...more,
});
const tables = (...all: readonly TableBackup[]) => ({ backupsOf: async () => all });

describe("chosenBackup() of a table that was deleted twice", () => {
  it("does not take the earlier deletion's while that of the last one is being made", async () => {
    const both = tables(backup("a", EARLIER), backup("b", LATER, { isUnavailable: true }));
    const chosen = chosenBackup(both, { name: "t" });
    await expect(chosen).rejects.toBeInstanceOf(NotYetError);
    await expect(chosen).rejects.toThrow("the newest backup of t, b, cannot be used yet");
  });

  it("does not take the earlier deletion's while that of the last one is not listed", async () => {
    const earlier = tables(backup("a", EARLIER));
    const chosen = chosenBackup(earlier, { name: "t", existedAt: LATER });
    await expect(chosen).rejects.toBeInstanceOf(NotYetError);
    await expect(chosen).rejects.toThrow(
      "the newest backup of t is from 2026-11-01T00:00:00.000Z, and the table still existed at 2026-11-22T00:00:00.000Z",
    );
  });

  it("takes the last deletion's when it is there", async () => {
    const both = tables(backup("a", EARLIER), backup("b", LATER));
    expect(await chosenBackup(both, { name: "t", existedAt: LATER })).toMatchObject({ arn: "b" });
  });

  it("takes an earlier one that a person names, and none that cannot be used", async () => {
    const both = tables(backup("a", EARLIER), backup("b", LATER, { isUnavailable: true }));
    expect(await chosenBackup(both, { name: "t", given: "a", existedAt: LATER })).toMatchObject({ arn: "a" });
    await expect(chosenBackup(both, { name: "t", given: "b" })).rejects.toThrow("b is no usable backup of t");
  });
});
