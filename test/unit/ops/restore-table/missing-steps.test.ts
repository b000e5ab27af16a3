import { describe, expect, it } from "vitest";
import { tables } from "../../../../lib/tables.ts";
import { type Found, type FoundTable, lacksReader, missingSteps } from "../../../../ops/restore-table/missing-steps.ts";
import type { StreamMapping } from "../../../../ops/restore-table/port.ts";

const NEW = "arn:aws:dynamodb:eu-central-1:123456789012:table/t/stream/2";
const OLD = "arn:aws:dynamodb:eu-central-1:123456789012:table/t/stream/1";
const definition = tables.find(({ name }) => name === "Notifications") ?? tables[0];
if (definition === undefined) throw new Error("there are no tables");
const wanted = { definition, isProtected: true, tags: { service: "herald" } };
const whole: FoundTable = {
  ...{ arn: "arn", status: "ACTIVE", isProtected: true, stream: NEW },
  ...{ recoveryDays: 35, expiresBy: "ttl", tags: { service: "herald", more: "of a person" } },
};
const mapping = (id: string, more: Partial<StreamMapping> = {}): StreamMapping => ({
  ...{ id, stream: NEW, reader: "reader", state: "Enabled", isDrained: true, settings: {} },
  ...more,
});
const found = (more: Partial<Found> = {}): Found => ({
  ...{ atMs: 0, table: whole, mappings: [mapping("new")], others: [], readers: new Map() },
  ...more,
});
const kinds = (more: Partial<Found>) => missingSteps(wanted, found(more)).map(({ kind }) => kind);
const table = (more: Partial<FoundTable>) => ({ table: { ...whole, ...more } });
const readers = (...granted: string[]) => new Map([["reader", { role: "role", granted }]]);

describe("missingSteps()", () => {
  it("finds nothing at a table that is whole", () => {
    expect(kinds({})).toEqual([]);
    expect(kinds(table({ status: "UPDATING" }))).toEqual([]);
  });

  it.each<[string, Partial<FoundTable>, string[]]>([
    ["protection", { isProtected: false }, ["protection"]],
    ["backups", { recoveryDays: undefined }, ["recovery"]],
    ["backups of so many days", { recoveryDays: 7 }, ["recovery"]],
    ["a time to live", { expiresBy: undefined }, ["expiry"]],
    ["a tag", { tags: {} }, ["tags"]],
    ["the value of a tag", { tags: { service: "another" } }, ["tags"]],
  ])("finds that it lacks %s", (_, more, expected) => {
    expect(kinds(table(more))).toEqual(expected);
  });

  it("lets the stream come first, and waits while the table is filled", () => {
    const bare = { isProtected: false, stream: undefined, recoveryDays: undefined, expiresBy: undefined, tags: {} };
    const old = { mappings: [mapping("old", { stream: OLD })], readers: readers() };
    const rest = ["stream", "protection", "recovery", "expiry", "tags", "grant", "mapping", "old mapping"];
    expect(kinds({ ...table(bare), ...old })).toEqual(rest);
    expect(kinds({ ...table({ ...bare, status: "CREATING" }), ...old })).toEqual(["readiness", ...rest]);
    expect(kinds({ table: undefined, ...old })).toEqual(["table", "readiness", ...rest]);
    expect(kinds({ ...table({ status: "DELETING" }), ...old })).toEqual(["deletion", "table", "readiness", ...rest]);
  });

  it.each<[string, Partial<Found>, string[]]>([
    [
      "has no right",
      { mappings: [mapping("old", { stream: OLD })], readers: readers(OLD) },
      ["grant", "mapping", "old mapping"],
    ],
    [
      "has the right",
      { mappings: [mapping("old", { stream: OLD })], readers: readers(OLD, NEW) },
      ["mapping", "old mapping"],
    ],
    [
      "begins to read",
      { mappings: [mapping("old", { stream: OLD }), mapping("new", { state: "Creating" })] },
      ["reading", "old mapping"],
    ],
    ["reads", { mappings: [mapping("old", { stream: OLD }), mapping("new")] }, ["old mapping"]],
    [
      "has lost the old mapping",
      { mappings: [mapping("old", { stream: OLD, state: "Deleting" }), mapping("new")] },
      [],
    ],
    [
      "loses the new mapping",
      { mappings: [mapping("old", { stream: OLD }), mapping("new", { state: "Deleting" })], readers: readers(NEW) },
      ["removal", "mapping", "old mapping"],
    ],
    [
      "has a new mapping that is disabled",
      { mappings: [mapping("old", { stream: OLD }), mapping("new", { state: "Disabled" })] },
      ["idle mapping"],
    ],
    [
      "has a new mapping that is being disabled",
      { mappings: [mapping("old", { stream: OLD }), mapping("new", { state: "Disabling" })] },
      ["idle mapping"],
    ],
    ["was stopped on purpose", { mappings: [mapping("new", { state: "Disabled" })] }, []],
  ])("knows what is left when the reader %s", (_, more, expected) => {
    expect(kinds(more)).toEqual(expected);
  });

  it("leads each reader to the new stream once, however many streams there were", () => {
    const steps = missingSteps(wanted, {
      atMs: 0,
      others: [],
      table: whole,
      mappings: [
        mapping("a", { stream: OLD }),
        mapping("b", { stream: `${OLD}0` }),
        mapping("c", { stream: OLD, reader: "other" }),
      ],
      readers: new Map([...readers(NEW), ["other", { role: "role 2", granted: [] }]]),
    });
    expect(steps.map((step) => ("like" in step ? step.like.id : "role" in step ? step.role : step.kind))).toEqual([
      ...["role 2", "a", "c"],
      ...["old mapping", "old mapping", "old mapping"],
    ]);
  });

  it("asks for nothing that the definition does not have", () => {
    const ephemeral = tables.find(({ isDurable }) => !isDurable) ?? definition;
    const bare = { arn: "arn", status: "ACTIVE", isProtected: false };
    const missing = missingSteps({ ...wanted, definition: ephemeral }, found({ table: bare, mappings: [] }));
    expect(missing.map(({ kind }) => kind)).toEqual(["expiry", "tags"]);
  });
});

describe("lacksReader()", () => {
  it("holds when a table with a stream has no mapping at all", () => {
    expect(lacksReader(wanted, found({ mappings: [] }))).toBe(true);
    expect(lacksReader(wanted, found({ mappings: [mapping("old", { stream: OLD })] }))).toBe(false);
    const { stream: _, ...without } = definition;
    expect(lacksReader({ ...wanted, definition: without }, found({ mappings: [] }))).toBe(false);
  });
});
