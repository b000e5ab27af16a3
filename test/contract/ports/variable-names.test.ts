import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoVariableNames } from "../../../shared/chat/dynamo/variable-names.ts";
import type { VariableNames } from "../../../shared/chat/ports/variable-names.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryVariableNames } from "../../support/in-memory-variable-names.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

/** Tests the promises that every VariableNames keeps. */
function variableNamesContract(name: string, open: () => VariableNames): void {
  describe(`VariableNames: ${name}`, () => {
    it("keeps the last names of each owner's template", async () => {
      const names = open();
      const [owner, other] = [anOwner(), anOwner()];
      const order = { component: "body", position: 1, name: "order number" } as const;
      expect(await names.of(owner, "t1")).toEqual([]);
      await names.replace(owner, "t1", [
        { ...order, name: "old" },
        { ...order, position: 2 },
      ]);
      await names.replace(owner, "t1", [order]);
      expect(await names.of(owner, "t1")).toEqual([order]);
      expect(await names.of(other, "t1")).toEqual([]);
      expect(await names.of(owner, "t2")).toEqual([]);
      await names.replace(owner, "t1", []);
      expect(await names.of(owner, "t1")).toEqual([]);
    });
  });
}

variableNamesContract("in memory", inMemoryVariableNames);
variableNamesContract("DynamoDB", () => new DynamoVariableNames(fixture.client, "Config"));
