import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoUsedKeywords } from "../../../shared/suppressions/dynamo/used-keywords.ts";
import { anOwner } from "../../support/an-owner.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

describe("UsedKeywords", () => {
  it("takes no message twice, and none that was written before the last one", async () => {
    const keywords = new DynamoUsedKeywords(fixture.client, "Config");
    const owner = anOwner();
    const used = (writtenAtMs: number, messageId: string, phone = "+4915112345678") => ({
      ...{ owner, phone, writtenAtMs, messageId },
    });
    expect(await keywords.isNews(used(2000, "b"))).toBe(true);
    await keywords.note(used(2000, "b"));
    expect(await keywords.isNews(used(2000, "b"))).toBe(false);
    expect(await keywords.isNews(used(2000, "c"))).toBe(true);
    await keywords.note(used(2000, "c"));
    for (const id of ["b", "c"]) expect(await keywords.isNews(used(2000, id))).toBe(false);
    expect(await keywords.isNews(used(1000, "a"))).toBe(false);
    await keywords.note(used(1000, "a"));
    expect(await keywords.isNews(used(2000, "b"))).toBe(false);
    expect(await keywords.isNews(used(3000, "d"))).toBe(true);
    expect(await keywords.isNews(used(1000, "a", "+4915112345679"))).toBe(true);
    expect(await keywords.isNews({ ...used(1000, "a"), owner: anOwner() })).toBe(true);
  });
});
