import { describe, expect, it } from "vitest";
import { type TableDefinition, tables } from "../../../../lib/tables.ts";
import { restoreTable, surveyTable } from "../../../../ops/restore-table/restore-table.ts";
import { surveyWhenGone } from "../../../../ops/restore-table/survey-when-gone.ts";
import { InMemoryTableCloud, MADE_AT } from "../../../support/table-cloud.ts";

const MINUTE_MS = 60_000;
const PATIENCE = { longestMs: 60 * MINUTE_MS, say: () => {} };
const [definition] = tables.filter(({ name }) => name === "ApiKeys");
const streamed = tables.find(({ stream }) => stream);
if (definition === undefined || streamed === undefined) throw new Error("a table is missing");

/** Creates a stage whose table was deleted and restored once, and is being deleted now. */
function deletedTwice({ name }: TableDefinition, listedAfterMs: number): InMemoryTableCloud {
  const cloud = new InMemoryTableCloud();
  cloud.lose(name);
  cloud.tables.set(`herald-data-prod-${name}`, { ...aTable(), items: name });
  cloud.beginToLose(name, { lastsMs: 3 * MINUTE_MS, listedAfterMs });
  return cloud;
}
function aTable() {
  const [table] = new InMemoryTableCloud().tables.values();
  if (table === undefined) throw new Error("the stage has no table");
  return table;
}

describe("surveyWhenGone()", () => {
  it("chooses no backup while the table is being deleted, and shows that of this deletion afterwards", async () => {
    const cloud = deletedTwice(definition, 2 * MINUTE_MS);
    const during = await surveyTable(cloud.services, { definition });
    expect([during.backup, during.deleting]).toEqual([undefined, { madeAt: MADE_AT }]);
    const said: string[] = [];
    const survey = await surveyWhenGone(
      cloud.services,
      { definition },
      { ...PATIENCE, say: (line) => said.push(line) },
    );
    expect(survey).toMatchObject({ backup: { arn: expect.stringMatching(/\/backup\/02$/) }, deleting: undefined });
    expect(said).toEqual([
      "wait until the deleted table is gone",
      "wait until DynamoDB lists the backup of this deletion",
    ]);
    expect(cloud.asked).toEqual([]);
    const { backup } = await restoreTable(cloud.services, survey, PATIENCE);
    expect(backup).toMatchObject({ arn: survey.backup?.arn });
  });

  it("ends after minutes if the backup of this deletion is never listed, and restores no earlier one", async () => {
    const cloud = deletedTwice(definition, 60 * MINUTE_MS);
    const startedAtMs = cloud.nowMs;
    await expect(surveyWhenGone(cloud.services, { definition }, PATIENCE)).rejects.toThrow(
      "and the table still existed",
    );
    expect(cloud.nowMs - startedAtMs).toBeLessThan(10 * MINUTE_MS);
  });

  it("does not wait for a table that is not being deleted", async () => {
    const cloud = new InMemoryTableCloud();
    const startedAtMs = cloud.nowMs;
    expect((await surveyWhenGone(cloud.services, { definition }, PATIENCE)).missing).toEqual([]);
    expect(cloud.nowMs).toBe(startedAtMs);
  });
});

describe("a table that was deleted twice", () => {
  it("is not restored from before its last stream began", async () => {
    const cloud = new InMemoryTableCloud();
    cloud.lose(streamed.name);
    const [old] = [...cloud.mappings.values()].filter(({ stream }) => stream.includes(streamed.name));
    if (old === undefined) throw new Error("nothing reads the table");
    const stream = old.stream.replace(/[^/]*$/, "2026-11-22T22:00:00.000");
    cloud.mappings.set(old.id, { ...old, stream });
    await expect(surveyTable(cloud.services, { definition: streamed })).rejects.toThrow(
      "the table still existed at 2026-11-22T22:00:00.000Z",
    );
  });

  it("is not restored unasked if it is deleted after the question", async () => {
    const cloud = new InMemoryTableCloud();
    const survey = await surveyTable(cloud.services, { definition });
    cloud.lose(definition.name);
    await expect(restoreTable(cloud.services, survey, PATIENCE)).rejects.toThrow("was deleted meanwhile");
    expect(cloud.asked).toEqual([]);
  });
});
