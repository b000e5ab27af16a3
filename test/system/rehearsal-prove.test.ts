import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REHEARSED_PROOF, type RehearsedProof, rehearseProof } from "../../bin/command-line/rehearsed-proof.ts";
import type { Rehearsal } from "../../rehearsal/rehearsal.ts";
import { problemsIn } from "../../rehearsal/report.ts";
import { type Stage, synthesiseStage } from "../../rehearsal/stage.ts";

/**
 * The rehearsal's restore uses these rights of the page's policy. A test of the calls that `herald prove` makes in an
 * AWS account compares the others.
 */
const USED_BY_RESTORE = [
  "dynamodb:RestoreTableToPointInTime",
  "dynamodb:Scan",
  "dynamodb:PutItem",
  "dynamodb:DeleteTable",
];

describe("herald prove, with the rehearsal as its ground", () => {
  let folder = "";
  let stage: Stage;
  let exitCode: typeof process.exitCode;
  beforeAll(async () => {
    exitCode = process.exitCode;
    folder = await mkdtemp(join(tmpdir(), "herald-rehearsed-proof-"));
    stage = await synthesiseStage(join(folder, "assembly"), REHEARSED_PROOF);
  });
  afterAll(async () => {
    process.exitCode = exitCode;
    await rm(folder, { recursive: true, force: true });
  });

  const proof = (given: Partial<RehearsedProof> = {}): RehearsedProof => ({
    stage,
    folder: join(folder, "data"),
    reports: join(folder, "reports"),
    load: { perSecond: 5, seconds: 6 },
    withTests: false,
    signal: new AbortController().signal,
    ...given,
  });

  it("proves what would be deployed, takes it down, and keeps a report", async () => {
    let seen: { readonly problems: string[]; readonly unused: string[] } | undefined;
    let rehearsal: Rehearsal | undefined;
    const onStart = (started: Rehearsal): void => {
      rehearsal = started;
    };
    const report = await rehearseProof(proof({ onStart }));
    if (rehearsal) seen = { problems: problemsIn(rehearsal.report()), unused: rehearsal.unusedBy("restore") };
    const results = report.steps.map(({ kind, name, result, seen: said }) => `${kind} ${name}: ${result} ${said}`);
    expect(results.filter((line) => line.includes(": failed"))).toEqual([]);
    expect([report.result, report.left]).toEqual(["proven", []]);
    expect(report.steps.map(({ name }) => name)).toEqual([
      "a stage of its own",
      "stage",
      "it becomes healthy",
      "an owner, a key and a sending account",
      "smoke",
      "load",
      "a webhook",
      "a restored item",
      "system tests",
      "usage beside the cost model",
      "tables beside",
      "stage",
    ]);
    const figures = report.steps.flatMap((step) => step.figures);
    const measured = (name: string) => figures.find((figure) => figure.name === name)?.measured;
    expect([measured("of load"), measured("lost"), measured("delivered twice")]).toEqual([30, 0, 0]);
    expect(measured("function calls")).toBeGreaterThan(30);
    expect(seen?.problems).toEqual([]);
    for (const action of USED_BY_RESTORE) expect(seen?.unused).not.toContain(action);
    expect(existsSync(join(folder, "data"))).toBe(false);
    const [html = "", json = ""] = readdirSync(join(folder, "reports")).toSorted();
    expect(readdirSync(join(folder, "reports"))).toHaveLength(2);
    expect(readFileSync(join(folder, "reports", html), "utf8")).toContain("<h2>Checked</h2>");
    expect(JSON.parse(readFileSync(join(folder, "reports", json), "utf8"))).toMatchObject({ result: "proven" });
  });

  it("leaves nothing when it is interrupted during its checks", async () => {
    const controller = new AbortController();
    const onStart = () => void setTimeout(() => controller.abort(), 5000);
    const report = await rehearseProof(
      proof({ signal: controller.signal, onStart, load: { perSecond: 1, seconds: 60 } }),
    );
    expect([report.result, report.left, existsSync(join(folder, "data"))]).toEqual(["interrupted", [], false]);
    expect(report.steps.at(-1)).toMatchObject({ kind: "removal", name: "stage", result: "ok" });
    await expect(fetch(/http:\S+/.exec(report.steps[1]?.seen ?? "")?.[0] ?? "")).rejects.toThrow();
  });
});
