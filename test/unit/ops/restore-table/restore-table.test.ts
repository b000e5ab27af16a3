import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TableDefinition, tables } from "../../../../lib/tables.ts";
import { NotYetError } from "../../../../ops/restore-table/port.ts";
import { restoreTable, surveyTable } from "../../../../ops/restore-table/restore-table.ts";
import { InMemoryTableCloud, policyKey, READER, realName, SETTINGS } from "../../../support/table-cloud.ts";

const HOURS_MS = 4 * 3_600_000;
const named = (name: TableDefinition["name"]): TableDefinition => {
  const found = tables.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no table ${name}`);
  return found;
};

/** Runs the command once, with the answers of an operator. */
async function run(cloud: InMemoryTableCloud, definition: TableDefinition, said: string[] = []) {
  const survey = await surveyTable(cloud.services, { definition });
  return restoreTable(cloud.services, survey, { longestMs: HOURS_MS, say: (line) => said.push(line) });
}

function lost(definition: TableDefinition): InMemoryTableCloud {
  const cloud = new InMemoryTableCloud();
  cloud.lose(definition.name);
  return cloud;
}

class Killed extends Error {}
interface Kill {
  readonly change: number;
  readonly when: "before" | "after";
}

/** Kills the next run at one of its changes. Returns whether the run reached it. */
async function runUntil(cloud: InMemoryTableCloud, definition: TableDefinition, kill: Kill): Promise<boolean> {
  let changes = -1;
  cloud.onChange = (_, when) => {
    if (when === "before") changes += 1;
    if (changes === kill.change && when === kill.when) throw new Killed();
  };
  const ended = await run(cloud, definition).then(
    () => "done",
    (error: unknown) => error,
  );
  cloud.onChange = () => {};
  if (ended !== "done" && !(ended instanceof Killed)) throw ended;
  return ended !== "done";
}

describe("restoreTable()", () => {
  it.each(tables)("brings $name back with everything that it had", async (definition) => {
    const before = new InMemoryTableCloud();
    const cloud = lost(definition);
    const { did, name } = await run(cloud, definition);
    expect(name).toBe(realName(definition.name));
    const back = cloud.tables.get(name);
    const { isDurable, stream } = definition;
    expect(back).toMatchObject({
      ...{ isProtected: isDurable, recoveryDays: isDurable ? 35 : undefined, expiresBy: definition.ttlAttribute },
      ...{ tags: { service: "herald", stage: "prod" }, items: isDurable ? definition.name : "" },
      stream: stream && `${back?.restoredFrom?.arn.split("/backup/")[0]}/stream/2`,
    });
    expect(did[0]).toBe("table");
    if (!stream) expect(cloud.state).toMatchObject({ mappings: Reflect.get(before.state, "mappings") });
    // The other tables are unchanged.
    cloud.tables.delete(name);
    before.tables.delete(name);
    expect([...cloud.tables]).toEqual([...before.tables]);
  });

  it("leads the new stream to the reader of the old one, with its right and its settings, and then removes the old mapping", async () => {
    const cloud = lost(named("Notifications"));
    const { stream = "" } = await run(cloud, named("Notifications"));
    const own = [...cloud.mappings.values()].filter((one) => one.stream.includes("Notifications"));
    expect(own).toEqual([expect.objectContaining({ stream, reader: READER, settings: SETTINGS, state: "Enabled" })]);
    expect(cloud.policies.get(policyKey("Notifications"))).toMatchObject({
      Statement: [{ Effect: "Allow", Resource: [stream] }],
    });
    const order = ["restore", "streamChanges", "grant", "map", "unmap"].map((one) => cloud.asked.indexOf(one));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order[0]).toBe(0);
  });

  it("leaves the old mapping while its stream may have changes to read, and removes it a day after the deletion", async () => {
    const cloud = lost(named("Chat"));
    const old = cloud.mappings.get("Chat-1");
    if (old === undefined) throw new Error("nothing reads the table");
    cloud.mappings.set(old.id, { ...old, isDrained: undefined });
    const first = await run(cloud, named("Chat"));
    expect([first.did.at(-1), first.stillReading]).toEqual(["mapping", ["Chat-1"]]);
    const again = await surveyTable(cloud.services, { definition: named("Chat") });
    expect([again.missing, again.stillReading]).toEqual([[], ["Chat-1"]]);
    cloud.nowMs += 24 * 3_600_000;
    const second = await run(cloud, named("Chat"));
    expect([second.did, second.stillReading]).toEqual([["old mapping"], []]);
    const whole = lost(named("Chat"));
    await run(whole, named("Chat"));
    expect(cloud.state).toEqual(whole.state);
  });

  it("says at the end that the last mapping with settings was removed meanwhile", async () => {
    const cloud = lost(named("Chat"));
    const survey = await surveyTable(cloud.services, { definition: named("Chat") });
    cloud.mappings.clear();
    const completed = await restoreTable(cloud.services, survey, { longestMs: HOURS_MS, say: () => {} });
    expect([survey.lacksReader, completed.lacksReader]).toEqual([false, true]);
  });

  it.each([
    ["another stage's", READER.replace("-prod-", "-dev-")],
    ["somebody else's", "arn:aws:lambda:eu-central-1:123456789012:function:audit"],
    ["a function that is gone", `${READER}-gone`],
  ])("is not stopped by a mapping of %s, gives it no right and leaves it alone", async (_, reader) => {
    const cloud = lost(named("Chat"));
    const own = cloud.mappings.get("Chat-1");
    if (own === undefined) throw new Error("nothing reads the table");
    const foreign = { ...own, id: "foreign", reader };
    cloud.mappings.set("foreign", foreign);
    const { mappings } = cloud.services;
    const roleOf = async (asked: string) => (asked === READER ? mappings.roleOf(asked) : undefined);
    const services = { ...cloud.services, mappings: { ...mappings, roleOf } };
    const survey = await surveyTable(services, { definition: named("Chat") });
    expect(survey.others.map(({ id }) => id)).toEqual(["foreign"]);
    await restoreTable(services, survey, { longestMs: HOURS_MS, say: () => {} });
    expect(cloud.mappings.get("foreign")).toEqual(foreign);
    expect([...cloud.mappings.values()].filter((one) => one.reader === reader)).toHaveLength(1);
    cloud.mappings.delete("foreign");
    const whole = lost(named("Chat"));
    await run(whole, named("Chat"));
    expect(cloud.state).toEqual(whole.state);
  });

  it("brings a mapping that was disabled on purpose back disabled", async () => {
    const cloud = lost(named("Chat"));
    const old = cloud.mappings.get("Chat-1");
    if (old === undefined) throw new Error("nothing reads the table");
    cloud.mappings.set(old.id, { ...old, state: "Disabled", isStopped: true });
    const first = await run(cloud, named("Chat"));
    expect(first.stillReading).toEqual(["Chat-1"]);
    cloud.nowMs += 24 * 3_600_000;
    const { stream, stopped } = await run(cloud, named("Chat"));
    const own = [...cloud.mappings.values()].filter((one) => one.stream.includes("Chat"));
    expect(own).toEqual([expect.objectContaining({ stream, state: "Disabled" })]);
    expect(stopped).toEqual(own.map(({ id }) => id));
  });

  it("keeps the old mapping while the new one is disabled, and says so", async () => {
    const cloud = lost(named("Chat"));
    cloud.onChange = (change, when) => {
      if (change !== "unmap" || when !== "before") return;
      throw new Error("the old mapping must stay");
    };
    const { mappings } = cloud.services;
    const create: typeof mappings.create = async (mapping) => {
      await mappings.create(mapping);
      for (const [id, one] of cloud.mappings)
        if (one.stream === mapping.stream) cloud.mappings.set(id, { ...one, state: "Disabled" });
    };
    const services = { ...cloud.services, mappings: { ...mappings, create } };
    const survey = await surveyTable(services, { definition: named("Chat") });
    const restored = restoreTable(services, survey, { longestMs: HOURS_MS, say: () => {} });
    await expect(restored).rejects.toThrow(/^the mapping .* of the new stream is Disabled, so the old one stays/);
    expect(cloud.mappings.has("Chat-1")).toBe(true);
  });

  it("waits for a mapping of the new stream that is being removed, and makes another one", async () => {
    const cloud = lost(named("Chat"));
    const survey = await surveyTable(cloud.services, { definition: named("Chat") });
    let isRemoved = false;
    const { mappings } = cloud.services;
    const ofTable: typeof mappings.ofTable = async (...asked) => {
      const all = await mappings.ofTable(...asked);
      const current = all.find((one) => one.stream.endsWith("/2"));
      if (isRemoved || current === undefined || current.state === "Creating") return all;
      // A person removes the new mapping as soon as it reads.
      isRemoved = true;
      cloud.mappings.delete(current.id);
      return all.map((one) => (one === current ? { ...one, state: "Deleting" } : one));
    };
    const services = { ...cloud.services, mappings: { ...mappings, ofTable } };
    const { stream } = await restoreTable(services, survey, { longestMs: HOURS_MS, say: () => {} });
    const own = [...cloud.mappings.values()].filter((one) => one.stream.includes("Chat"));
    expect([isRemoved, own]).toEqual([true, [expect.objectContaining({ stream, state: "Enabled" })]]);
  });

  it("keeps the rights to the streams of other restored tables", async () => {
    const cloud = lost(named("Chat"));
    cloud.lose("Config");
    const chat = await run(cloud, named("Chat"));
    const config = await run(cloud, named("Config"));
    expect(cloud.policies.get(policyKey("Chat"))).toMatchObject({ Statement: [{ Resource: [chat.stream] }] });
    expect(cloud.policies.get(policyKey("Config"))).toMatchObject({ Statement: [{ Resource: [config.stream] }] });
  });

  it("loses no right when two tables are restored at once", async () => {
    const cloud = lost(named("Chat"));
    cloud.lose("Config");
    const both = await Promise.all([run(cloud, named("Chat")), run(cloud, named("Config"))]);
    const rights = JSON.stringify([...cloud.policies.values()]);
    for (const { stream = "" } of both) expect(rights).toContain(stream);
  });

  it("gives a reader back a right that was taken from it after the restore", async () => {
    const cloud = lost(named("Chat"));
    const { stream } = await run(cloud, named("Chat"));
    cloud.policies.clear();
    expect((await run(cloud, named("Chat"))).did).toEqual(["grant"]);
    expect(cloud.policies.get(policyKey("Chat"))).toMatchObject({ Statement: [{ Resource: [stream] }] });
  });

  it("gives a right again that vanishes before it takes effect", async () => {
    const cloud = lost(named("Chat"));
    let grants = 0;
    const { policies } = cloud.services;
    const write: typeof policies.write = async (...given) => {
      await policies.write(...given);
      grants += 1;
      if (grants === 1) cloud.policies.clear();
    };
    const services = { ...cloud.services, policies: { ...policies, write } };
    const survey = await surveyTable(services, { definition: named("Chat") });
    await restoreTable(services, survey, { longestMs: HOURS_MS, say: () => {} });
    expect([grants, cloud.policies.size]).toEqual([2, 1]);
  });

  it("finds nothing missing afterwards", async () => {
    const cloud = lost(named("Notifications"));
    await run(cloud, named("Notifications"));
    expect((await surveyTable(cloud.services, { definition: named("Notifications") })).missing).toEqual([]);
    cloud.asked.length = 0;
    expect((await run(cloud, named("Notifications"))).did).toEqual([]);
    expect(cloud.asked).toEqual([]);
  });

  it.each(tables)("killed before or after any change of $name and run again, leaves the same", async (definition) => {
    const whole = lost(definition);
    await run(whole, definition);
    let kills = 0;
    for (const when of ["before", "after"] as const)
      for (let change = 0; ; change += 1) {
        const cloud = lost(definition);
        const isKilled = await runUntil(cloud, definition, { change, when });
        if (!isKilled) break;
        kills += 1;
        await run(cloud, definition);
        expect(cloud.state, `${when} change ${change}`).toEqual(whole.state);
      }
    expect(kills).toBeGreaterThanOrEqual(2 * new Set(whole.asked).size);
  });

  it("killed any number of times, leaves the same", async () => {
    const kill = fc.record({ change: fc.nat(12), when: fc.constantFrom("before" as const, "after" as const) });
    const definition = fc.constantFrom(...tables);
    await fc.assert(
      fc.asyncProperty(definition, fc.array(kill, { maxLength: 6 }), async (one, killed) => {
        const [whole, cloud] = [lost(one), lost(one)];
        await run(whole, one);
        for (const each of killed) await runUntil(cloud, one, each);
        await run(cloud, one);
        expect(cloud.state).toEqual(whole.state);
      }),
      { numRuns: 200 },
    );
  });

  it("completes a table that is there but lacks something, and restores nothing", async () => {
    const cloud = new InMemoryTableCloud();
    const whole = cloud.state;
    Object.assign(cloud.tables.get(realName("Events")) ?? {}, { expiresBy: undefined, isProtected: false });
    const { did } = await run(cloud, named("Events"));
    expect([did, [...new Set(cloud.asked)]]).toEqual([
      ["protection", "expiry"],
      ["protect", "expireBy"],
    ]);
    expect(cloud.state).toEqual(whole);
  });

  it("says what it does, and again while it waits", async () => {
    const said: string[] = [];
    await run(lost(named("ApiKeys")), named("ApiKeys"), said);
    expect(said.slice(0, 3)).toEqual([
      "restore the table with its items",
      "wait until it is ready: minutes to hours after a restore",
      expect.stringMatching(/^5 minutes: wait until/),
    ]);
  });

  it("gives up after the longest time, and goes on when it is run again", async () => {
    const cloud = lost(named("ApiKeys"));
    const survey = await surveyTable(cloud.services, { definition: named("ApiKeys") });
    const impatient = restoreTable(cloud.services, survey, { longestMs: 60_000, say: () => {} });
    await expect(impatient).rejects.toThrow(/^not done after 1 minutes: wait .* Run the command again to go on$/);
    await run(cloud, named("ApiKeys"));
    expect(cloud.asked.filter((one) => one === "restore")).toHaveLength(1);
  });

  it.each([
    ["a table that is created", "Ephemeral", "create"],
    ["a table that is restored", "ApiKeys", "restore"],
  ] as const)("takes the step again minutes later if %s was still in use then", async (_, name, kind) => {
    const cloud = lost(named(name));
    const { tables: control } = cloud.services;
    let asked = 0;
    // DynamoDB refuses the first call, because the deleted table is still known somewhere.
    const isMade = async (make: () => Promise<void>) => {
      asked += 1;
      if (asked > 1) await make();
    };
    const refusing = {
      ...control,
      create: (...given: Parameters<typeof control.create>) => isMade(() => control.create(...given)),
      restore: (...given: Parameters<typeof control.restore>) => isMade(() => control.restore(...given)),
    };
    const services = { ...cloud.services, tables: refusing };
    const survey = await surveyTable(services, { definition: named(name) });
    const { did } = await restoreTable(services, survey, { longestMs: HOURS_MS, say: () => {} });
    expect([asked, did[0], cloud.asked[0]]).toEqual([2, "table", kind]);
  });

  it("does not wait for hours for a right that never takes effect", async () => {
    const cloud = lost(named("Chat"));
    const create = async () => {
      throw new NotYetError("Cannot access stream");
    };
    const services = { ...cloud.services, mappings: { ...cloud.services.mappings, create } };
    const survey = await surveyTable(services, { definition: named("Chat") });
    const startedAt = cloud.nowMs;
    const asked = restoreTable(services, survey, { longestMs: HOURS_MS, say: () => {} });
    await expect(asked).rejects.toThrow("Cannot access stream");
    expect(cloud.nowMs - startedAt).toBeLessThan(HOURS_MS / 4);
    // The old mapping stays until another one reads.
    expect(cloud.mappings.has("Chat-1")).toBe(true);
  });
});

describe("surveyTable()", () => {
  it("changes nothing, and names the newest backup of a deletion", async () => {
    const cloud = lost(named("Config"));
    const arn = `${cloud.backups[0]?.arn}-later`;
    const at = new Date("2026-11-23T00:00:00Z");
    cloud.backups.push(
      { arn, at, isSystem: true },
      { arn: `${arn}-own`, at: new Date(at.getTime() + 1), isSystem: false },
    );
    const { backup, missing } = await surveyTable(cloud.services, { definition: named("Config") });
    expect(backup).toEqual({ arn, at, isSystem: true });
    expect(missing.map(({ kind }) => kind)).toEqual([
      ...["table", "readiness", "stream", "protection", "recovery", "tags"],
      ...["grant", "mapping", "old mapping"],
    ]);
    expect(cloud.asked).toEqual([]);
  });

  it("takes the given backup, also one of the operator's own", async () => {
    const cloud = lost(named("Config"));
    const own = { arn: `${cloud.backups[0]?.arn}-own`, at: new Date(0), isSystem: false };
    cloud.backups.push(own);
    const survey = (backup: string) => surveyTable(cloud.services, { definition: named("Config"), backup });
    expect((await survey(own.arn)).backup).toEqual(own);
    await expect(survey(`${own.arn}-none`)).rejects.toThrow("is no usable backup");
  });

  it.each<[string, TableDefinition["name"], boolean, string]>([
    ["a table that is there", "Config", false, "is still there"],
    ["a table that is not durable", "Ephemeral", true, "has no backups"],
  ])("refuses a backup for %s", async (_, name, isLost, reason) => {
    const cloud = new InMemoryTableCloud();
    if (isLost) cloud.lose(name);
    const asked = surveyTable(cloud.services, { definition: named(name), backup: "arn" });
    await expect(asked).rejects.toThrow(reason);
  });

  it("says that a lost table has no backup", async () => {
    const cloud = lost(named("Config"));
    cloud.backups.length = 0;
    await expect(surveyTable(cloud.services, { definition: named("Config") })).rejects.toThrow("lists no backup");
  });

  it("protects no table whose siblings are not protected, and any that has no sibling left", async () => {
    const cloud = lost(named("Events"));
    for (const table of cloud.tables.values()) table.isProtected = false;
    const kinds = async () =>
      (await surveyTable(cloud.services, { definition: named("Events") })).missing.map(({ kind }) => kind);
    expect(await kinds()).not.toContain("protection");
    cloud.tables.clear();
    expect(await kinds()).toContain("protection");
  });

  it("takes protection and tags from no single table that is half restored or tampered with", async () => {
    const cloud = lost(named("Events"));
    const change = (name: TableDefinition["name"], more: object) =>
      Object.assign(cloud.tables.get(realName(name)) ?? {}, more);
    change("Config", { isProtected: false, tags: {} });
    change("ApiKeys", { tags: { service: "another", stage: "prod" } });
    const { wanted } = await surveyTable(cloud.services, { definition: named("Events") });
    expect([wanted.isProtected, wanted.tags]).toEqual([true, { service: "herald", stage: "prod" }]);
  });

  it("sees when no mapping is left whose settings could be taken", async () => {
    const cloud = lost(named("Chat"));
    cloud.mappings.clear();
    expect((await surveyTable(cloud.services, { definition: named("Chat") })).lacksReader).toBe(true);
    // Everything else is restored nevertheless.
    expect((await run(cloud, named("Chat"))).did).toEqual(["table", "stream", "protection", "recovery", "tags"]);
  });
});
