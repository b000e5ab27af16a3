import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Journal, JournalError } from "../../../../ops/prove/journal.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "herald-journal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = {
  version: 1,
  stage: "prove-a",
  account: "123456789012",
  region: "eu-central-1",
  startedAt: "2026-11-27T05:00:00.000Z",
  begun: ["pool", "stage"],
} as const;

describe("Journal", () => {
  it("is absent until it is written, and after its end", () => {
    const journal = new Journal(join(folder, "deeper", "a.json"));
    expect(journal.read()).toBeUndefined();
    journal.write({ ...entry, begun: [...entry.begun] });
    expect(journal.read()).toEqual(entry);
    expect(readdirSync(join(folder, "deeper"))).toEqual(["a.json"]);
    journal.end();
    journal.end();
    expect(journal.read()).toBeUndefined();
  });

  it("survives a half-written successor", () => {
    const journal = new Journal(join(folder, "a.json"));
    journal.write({ ...entry, begun: ["pool"] });
    writeFileSync(join(folder, "a.json.new"), '{"version": 1, "stage');
    expect(journal.read()?.begun).toEqual(["pool"]);
  });

  it.each(["", "{", "[]", '{"version": 2}'])("refuses a file that is no journal: %j", (text) => {
    writeFileSync(join(folder, "a.json"), text);
    expect(() => new Journal(join(folder, "a.json")).read()).toThrow(JournalError);
  });
});
