import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TableError } from "../../../local/aws/table/engine-call.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { type RestoreFixture, restoreFixture } from "./restore-fixture.ts";

let at: RestoreFixture;
beforeAll(async () => {
  at = await restoreFixture();
});
afterAll(() => at.close());

const CONFIG = ["--table", "Config"];
const ITEMS = 400;
/** When one write fails, this many writes are under way: sixteen of each of four segments. */
const UNDER_WAY = 64;

describe("npm run restore, when something happens on its way", () => {
  it("writes nothing more once a write has failed", async () => {
    const owner = anOwner();
    const keys = Array.from({ length: ITEMS }, (_, i) => ({ pk: { S: `O#${owner}${i}` }, sk: { S: "VARNAMES#1" } }));
    for (const key of keys) await at.put("Config", key);
    const moment = (await at.tables.moment()).toISOString();
    for (const key of keys) await at.remove(key, "Config");
    let puts = 0;
    at.tables.onAsked = (operation) => {
      if (operation === "PutItem" && ++puts === 20) throw new TableError("ValidationException", "the table refuses");
    };
    const { code, err } = await at.command("--to", moment, ...CONFIG, "--apply");
    at.tables.onAsked = () => {};
    expect([code, err]).toEqual([1, expect.stringContaining("the table refuses")]);
    expect(puts).toBeLessThan(20 + UNDER_WAY);
  });

  it("sets back once: what was written after that stays", async () => {
    const owner = anOwner();
    const account = aSendingAccount({ owner, label: "of then" });
    await at.accounts.create(account, "keep");
    const moment = (await at.tables.moment()).toISOString();
    await at.accounts.replace({ ...account, label: "a mistake" }, "keep");
    const args = ["--to", moment, ...CONFIG, "--owner", owner, "--overwrite", "--apply"];
    expect((await at.command(...args)).tables.Config).toMatchObject({ replaced: 1 });
    expect(await at.accounts.get(owner, account.id)).toMatchObject({ label: "of then" });
    await at.accounts.replace({ ...account, label: "on purpose" }, "keep");
    expect((await at.command(...args)).tables.Config).toMatchObject({ different: 1, replaced: 0 });
    expect(await at.accounts.get(owner, account.id)).toMatchObject({ label: "on purpose" });
  });
});
