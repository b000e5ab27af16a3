import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoTestClocks } from "../../../shared/edge/dynamo/test-clocks.ts";
import type { TestClocks } from "../../../shared/edge/ports.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryTestClocks } from "../../support/in-memory-test-clocks.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const TEN_YEARS_SECONDS = 315_360_000;

/** All TestClocks keep these promises (D48e). */
function testClocksContract(name: string, open: () => TestClocks): void {
  describe(`TestClocks: ${name}`, () => {
    const setUp = async () => {
      const [clocks, owner] = [open(), testOwnerOf(anOwner())];
      await clocks.of(owner);
      return { clocks, owner };
    };

    it("begins in real time at the first request, and not for work in the background", async () => {
      const [clocks, owner] = [open(), testOwnerOf(anOwner())];
      expect(await clocks.find(owner)).toBeUndefined();
      expect(await clocks.advance(owner, 1, 1)).toBeUndefined();
      await clocks.noteBegun(owner).catch(() => undefined);
      expect(await clocks.find(owner)).toBeUndefined();
      expect(await clocks.of(owner)).toMatchObject({ advancedSeconds: 0, hasBegun: false });
      await clocks.noteBegun(owner);
      expect(await clocks.find(owner)).toMatchObject({ advancedSeconds: 0, hasBegun: true });
    });

    it("adds all moves at the same moment, up to ten years", async () => {
      const { clocks, owner } = await setUp();
      await Promise.all(Array.from({ length: 20 }, (_, i) => clocks.advance(owner, 60, i)));
      expect(await clocks.find(owner)).toMatchObject({ advancedSeconds: 1200 });
      expect(await clocks.advance(owner, TEN_YEARS_SECONDS - 1199, 50)).toBeUndefined();
      expect(await clocks.advance(owner, TEN_YEARS_SECONDS - 1200, 51)).toMatchObject({ movedAtMs: 51 });
      expect(await clocks.find(owner)).toMatchObject({ advancedSeconds: TEN_YEARS_SECONDS, movedAtMs: 51 });
    });

    it("notes the looks after the last move alone, until its end", async () => {
      const { clocks, owner } = await setUp();
      await clocks.advance(owner, 60, 100);
      expect(await clocks.noteLook(owner, 100, 110)).toBe(true);
      await clocks.advance(owner, 60, 200);
      expect(await clocks.noteLook(owner, 100, 210)).toBe(false);
      await clocks.endMove(owner, 100);
      expect(await clocks.find(owner)).toMatchObject({ movedAtMs: 200, lookedAtMs: 110 });
      expect(await clocks.noteLook(owner, 200, 220)).toBe(true);
      await clocks.endMove(owner, 200);
      const ended = await clocks.find(owner);
      expect([ended?.advancedSeconds, ended?.movedAtMs, ended?.lookedAtMs]).toEqual([120, undefined, undefined]);
      expect(await clocks.noteLook(owner, 200, 230)).toBe(false);
    });

    it("makes no clock for an owner who was erased", async () => {
      const [clocks, owner] = [open(), testOwnerOf(anOwner())];
      expect(await clocks.noteLook(owner, 1, 2)).toBe(false);
      await clocks.endMove(owner, 1);
      expect(await clocks.find(owner)).toBeUndefined();
    });
  });
}

testClocksContract("in memory", inMemoryTestClocks);
testClocksContract("DynamoDB", () => new DynamoTestClocks(fixture.client, "Config"));
