import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundleFunction } from "../../lib/cloud/bundle.ts";
import { type FunctionDefinition, functions } from "../../lib/functions.ts";
import { readLocalSettings } from "../../local/local-settings.ts";
import { startLocalStack } from "../../local/local-stack.ts";
import { routes } from "../../shared/routes.ts";
import { type BenchResult, median, rounded } from "../bench-result.ts";

const RUNS = 5;
const DRIVER = join(import.meta.dirname, "cold-call.mjs");

/**
 * Measures the size of every function's bundle, and the time to import it and to answer a first call, each in a new
 * process.
 */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "herald-bundles-"));
  // This process sets the environment for the functions. Child processes inherit it, so that they use the embedded
  // engines.
  const stack = await startLocalStack(
    readLocalSettings({
      HERALD_PORT: "0",
      HERALD_AUTH_PORT: "0",
      HERALD_MAILBOX_PORT: "0",
      HERALD_SMTP_PORT: "0",
      HERALD_CHAT_PORT: "0",
      HERALD_DATA_DIR: join(folder, "data"),
    }),
    (what) => {
      throw new Error(what);
    },
  );
  const rows: Record<string, number | string>[] = [];
  for (const definition of functions) {
    const bundle = bundleFunction(definition, join(folder, "bundles"));
    const event = JSON.stringify(eventFor(definition, stack.owners.demo.api_key));
    const calls: ColdCall[] = [];
    for (let i = 0; i < RUNS; i++) calls.push(await coldCall(join(bundle.directory, bundle.mainFile), event));
    rows.push({
      function: definition.name,
      "main KB": rounded(bundle.mainBytes / 1000),
      "loaded at start KB": rounded(bundle.startBytes / 1000),
      "on demand KB": rounded((bundle.mainBytes + bundle.chunkBytes - bundle.startBytes) / 1000),
      "import ms": rounded(median(calls.map((call) => call.importMs))),
      "first call ms": rounded(median(calls.map((call) => call.callMs))),
    });
  }
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
  return {
    name: "Function bundles, cold",
    rows,
    notes: [
      `Medians of ${RUNS} new processes each. Minified ESM with the AWS SDK inside; source maps apart.`,
      "The first call meets the embedded engines; without TLS to AWS.",
    ],
  };
}

interface ColdCall {
  readonly importMs: number;
  readonly callMs: number;
}

/**
 * Calls a bundle in a child process. It must not block, because the engines that the child uses run in this process.
 */
async function coldCall(mainFile: string, event: string): Promise<ColdCall> {
  const { stdout } = await promisify(execFile)(process.execPath, [DRIVER, mainFile, event], { timeout: 30_000 });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

/** Returns an event for a typical first call that changes nothing. */
function eventFor({ trigger }: FunctionDefinition, apiKey: string): unknown {
  if (trigger.kind === "queue" || trigger.kind === "stream") return { Records: [] };
  if (trigger.kind === "schedule") return {};
  if (trigger.kind === "function-url") return toolListing(trigger.path, apiKey);
  const route =
    trigger.kind === "routes" ? routes.find((one) => one.group === trigger.group && one.method === "GET") : undefined;
  const post = trigger.kind === "routes" ? routes.find((one) => one.group === trigger.group) : undefined;
  const { method, path } = route ?? post ?? { method: "GET", path: "/nothing" };
  const id = "00000000-0000-7000-8000-000000000000";
  const rawPath = path.replace("{id}", id);
  return {
    routeKey: trigger.kind === "fallback" ? "$default" : `${method} ${path}`,
    rawPath,
    headers: { authorization: `Bearer ${apiKey}` },
    pathParameters: { id },
    isBase64Encoded: false,
    requestContext: { requestId: id, http: { method, path: rawPath, sourceIp: "127.0.0.1" } },
  };
}

/** MCP clients make this call first. */
const toolListing = (rawPath: string, apiKey: string) => ({
  rawPath,
  headers: { authorization: `Bearer ${apiKey}` },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  isBase64Encoded: false,
  requestContext: { requestId: "tools-list", http: { method: "POST", path: rawPath, sourceIp: "127.0.0.1" } },
});
