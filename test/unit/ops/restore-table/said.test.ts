import { describe, expect, it } from "vitest";
import { tables } from "../../../../lib/tables.ts";
import { saidOfDataKeys } from "../../../../ops/restore-table/said.ts";

describe("saidOfDataKeys()", () => {
  it("warns of running processes after the tables that hold data keys, and after no other", () => {
    const warned = tables.filter((definition) => saidOfDataKeys(definition).length > 0);
    expect(warned.map(({ name }) => name)).toEqual(["Config", "Ephemeral"]);
    expect(saidOfDataKeys({ name: "Config" })).toEqual([expect.stringContaining("for up to five minutes")]);
  });
});
