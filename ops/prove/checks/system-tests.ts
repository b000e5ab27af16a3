import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { UsageError } from "../../../lib/command-line.ts";
import { asked } from "../api.ts";
import { type Desk, openDesk } from "../desk.ts";
import type { Access } from "../port.ts";
import { needed, type Proving } from "../proving.ts";
import type { Outcome } from "../step-log.ts";

const ROOT = join(import.meta.dirname, "../../..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const MOST_NAMED = 20;
const KEPT_OUTPUT = 2000;

const key = z.looseObject({ key: z.string() });
const saved = z.looseObject({ id: z.string() });
const results = z.looseObject({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.looseObject({
      assertionResults: z.array(z.looseObject({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** Runs the unchanged system tests of `vitest.prove.config.ts` against the deployment, with owners of their own. */
export async function runsSystemTests(proving: Proving, signal: AbortSignal): Promise<Outcome> {
  const access = needed(proving.access, "address");
  if (!proving.withTests) return { result: "skipped", seen: "they run with --tests" };
  requireTests({ recordsMails: access.recordsMails });
  const folder = mkdtempSync(join(tmpdir(), "herald-prove-tests-"));
  const desk = await openDesk(access, signal);
  try {
    const stackFile = join(folder, "stack.json");
    writeFileSync(stackFile, JSON.stringify(await stackOf(proving, { access, desk, signal })), { mode: 0o600 });
    writeFileSync(join(folder, "functions.log"), "");
    return testsOutcome(await run(stackFile, join(folder, "results.json"), signal));
  } finally {
    await desk.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws a `UsageError` with the reason if the requested tests cannot run, so that `herald prove` does not begin. */
export function requireTests({ recordsMails }: { readonly recordsMails: boolean }, vitest = VITEST): void {
  if (!recordsMails)
    throw new UsageError("--tests does not go with --smtp: they read the mails, which a mail server keeps");
  if (!existsSync(vitest)) throw new UsageError("--tests needs the packages for developing: npm ci");
}

interface Preparing {
  readonly access: Access;
  readonly desk: Desk;
  readonly signal: AbortSignal;
}

/** Writes the file in the format of the local stack's (docs/local-stack.md), as far as these tests read it. */
async function stackOf(proving: Proving, { access, desk, signal }: Preparing): Promise<object> {
  const api = needed(proving.api, "address");
  const { sendingAccount, baseUrl } = access;
  const owner = async (name: string) => {
    const sub = `tests-${name}-${proving.mark}`;
    const post = { method: "POST", bearer: await access.signIn(sub, signal) } as const;
    const made = await asked(api, key, { ...post, path: "/panel/api/api-keys", json: { name: "tests" } }, signal);
    const account = await asked(api, saved, { ...post, path: "/api/v1/smtp-accounts", json: sendingAccount }, signal);
    return { sub, api_key: made.key, smtp_account_id: account.id, chat_account_id: "" };
  };
  const { is_default: _default, ...fields } = sendingAccount;
  return {
    pid: process.pid,
    base_url: baseUrl,
    auth_url: desk.url,
    mailbox_url: desk.url,
    chat_simulator_url: "",
    smtp: { host: "127.0.0.1", port: 0 },
    sending_account: fields,
    demo: await owner("demo"),
    other: await owner("other"),
  };
}

async function run(stackFile: string, file: string, signal: AbortSignal): Promise<TestRun> {
  const config = ["--config", "vitest.prove.config.ts", "--reporter", "json", "--outputFile", file];
  const child = spawn(process.execPath, [VITEST, "run", ...config], {
    cwd: ROOT,
    env: { ...process.env, HERALD_RUNNING_STACK: stackFile },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
    });
  const closed: unknown[] = await once(child, "close");
  if (!existsSync(file)) throw new Error(`the tests did not run: ${output}`);
  return { exitCode: closed[0], output, results: results.parse(JSON.parse(readFileSync(file, "utf8"))) };
}

export interface TestRun {
  /** The exit code is null if a signal ended the program. */
  readonly exitCode: unknown;
  /** The end of the program's output. */
  readonly output: string;
  readonly results: z.output<typeof results>;
}

/**
 * Judges a run of the tests. A file that cannot be loaded, or an error outside of a test, fails no test; only the exit
 * code shows it.
 */
export function testsOutcome({ exitCode, output, results: found }: TestRun): Outcome {
  const { success, numPassedTests: passed, numFailedTests: failed, testResults } = found;
  const names = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed")
    .map(({ fullName }) => fullName);
  if (failed > 0 || passed === 0)
    throw new Error(`${failed} tests failed, ${passed} passed: ${names.slice(0, MOST_NAMED).join("; ")}`);
  if (exitCode !== 0 || !success)
    throw new Error(`${passed} tests passed, but the program ended with ${String(exitCode)}: ${output}`);
  return { seen: `${passed} tests of ${testResults.length} files pass, unchanged` };
}
