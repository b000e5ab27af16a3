import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { actionProblems } from "./workflows/github-parser.ts";

const FOLDER = join(import.meta.dirname, "../../actions/start");
const text = readFileSync(join(FOLDER, "action.yml"), "utf8");
const source = (name: string) => readFileSync(join(FOLDER, name), "utf8");

const { inputs, outputs, runs } = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    inputs: z.record(z.string(), z.strictObject({ description: z.string(), default: z.string() })),
    outputs: z.record(z.string(), z.strictObject({ description: z.string() })),
    runs: z.strictObject({ using: z.string(), main: z.string(), post: z.string(), "post-if": z.string() }),
  })
  .parse(parse(text));

describe("the action that starts Herald", () => {
  it("is one that GitHub runs", () => {
    expect(actionProblems("action.yml", text)).toEqual([]);
    expect(actionProblems("action.yml", text.replace("using: node24", "using: cobol"))).not.toEqual([]);
    expect(actionProblems("action.yml", text.replace("post-if:", "post-iff:")).join()).toContain("post-iff");
  });

  it("stops what it has started, however the job ends", () => {
    expect(runs).toEqual({ using: "node24", main: "start.mjs", post: "stop.mjs", "post-if": "always()" });
    for (const name of [runs.main, runs.post]) expect(existsSync(join(FOLDER, name))).toBe(true);
  });

  it("has the inputs that its programs read, and says what they hand on", () => {
    const read = [...`${source("start.mjs")}${source("stop.mjs")}`.matchAll(/\bINPUT_([A-Z-]+)/g)];
    const names = new Set(read.map(([, name = ""]) => name.toLowerCase()));
    expect([...names].sort()).toEqual(Object.keys(inputs).sort());
    for (const name of Object.keys(outputs)) expect(source("start.mjs")).toMatch(new RegExp(`\\b"?${name}"?[:,]`));
  });

  it("needs nothing that would have to be installed first", () => {
    const imported = [
      ...`${source("start.mjs")}${source("stop.mjs")}${source("stack-process.mjs")}`.matchAll(/from "([^"]+)"/g),
    ];
    expect(imported.filter(([, from = ""]) => !/^(?:node:|\.\/)/.test(from))).toEqual([]);
  });
});
