import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";
import { KNOWN_FAILURES, NOT_OURS } from "./expectations.ts";

const SUITE = resolve(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");
const TIMEOUT_MS = 120_000;

const checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));

export interface ScenarioResult {
  readonly scenario: string;
  readonly passed: number;
  /** Lists failures without a known reason. */
  readonly failed: readonly string[];
  /** Lists failures with a known reason. */
  readonly known: readonly string[];
  /** Says why the scenario does not count. */
  readonly notOurs?: string | undefined;
}

/** Runs every scenario that a revision requires, and reads the result of each check. */
export async function conformance(url: string, revision: string, folder: string): Promise<ScenarioResult[]> {
  const output = join(folder, revision);
  await suite(["server", "--url", url, "--requirements", revision, "--output-dir", output]);
  const folders = (await readdir(output)).sort();
  return Promise.all(folders.map(async (name) => resultOf(scenarioOf(name), await checksIn(join(output, name)))));
}

/**
 * Runs the suite. Its exit code also covers scenarios that do not concern Herald, so the results of single checks are
 * read instead.
 */
function suite(args: readonly string[]): Promise<void> {
  return new Promise((done) => {
    execFile(process.execPath, [SUITE, ...args], { timeout: TIMEOUT_MS, maxBuffer: 64_000_000 }, () => done());
  });
}

/** Turns `server-tools-list-2026-11-21T15-39-58-278Z` into `tools-list`. */
const scenarioOf = (folder: string): string =>
  folder.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, "");

const checksIn = async (folder: string) =>
  checks.parse(JSON.parse(await readFile(join(folder, "checks.json"), "utf8")));

function resultOf(scenario: string, found: z.output<typeof checks>): ScenarioResult {
  const failures = found.filter(({ status }) => status === "FAILURE");
  const notOurs = NOT_OURS.find((one) => one.scenario.test(scenario))?.reason;
  const isKnown = ({ id }: { id: string }) => id in KNOWN_FAILURES;
  return {
    scenario,
    passed: found.filter(({ status }) => status === "SUCCESS").length,
    failed: failures.filter((one) => !isKnown(one)).map(({ id, errorMessage = "" }) => `${id}: ${errorMessage}`),
    known: failures.filter(isKnown).map(({ id }) => id),
    notOurs,
  };
}
