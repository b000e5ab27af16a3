import { describe, expect, it } from "vitest";
import { tables } from "../../../../lib/tables.ts";
import { isStageReader } from "../../../../ops/restore-table/stage-reader.ts";

const chat = tables.find(({ name }) => name === "Chat");
const keys = tables.find(({ name }) => name === "ApiKeys");
if (chat === undefined || keys === undefined) throw new Error("a table is missing");
const arn = (name: string) => `arn:aws:lambda:eu-central-1:123456789012:function:${name}`;
const reader = arn("herald-service-prod-AnnounceAndCount1A2B-3C4D");

describe("isStageReader()", () => {
  it("knows the function of the stage that reads the table, with and without an alias", () => {
    const isReader = isStageReader(chat, "herald-data-prod-ChatTable1A2B-3C4D");
    expect([reader, `${reader}:live`].map(isReader)).toEqual([true, true]);
    const others = ["herald-service-dev-AnnounceAndCount1A", "herald-service-prod-Sweep1A", "audit"].map(arn);
    expect([...others, ""].map(isReader)).toEqual([false, false, false, false]);
  });

  it("knows a stage whose name has dashes", () => {
    const isReader = isStageReader(chat, "herald-data-eu-Chat-1-ChatTable1A2B-3C4D");
    expect(isReader(arn("herald-service-eu-Chat-1-AnnounceAndCount1A"))).toBe(true);
    expect(isReader(arn("herald-service-eu-AnnounceAndCount1A"))).toBe(false);
  });

  it("knows no reader of a table without a stream, or of one that is no stage's", () => {
    expect(isStageReader(keys, "herald-data-prod-ApiKeysTable1A2B")(reader)).toBe(false);
    expect(isStageReader(chat, "another-Chat")(reader)).toBe(false);
  });
});
