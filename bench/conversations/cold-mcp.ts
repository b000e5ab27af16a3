import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundleFunction } from "../../lib/cloud/bundle.ts";
import { functions } from "../../lib/functions.ts";
import { median } from "../bench-result.ts";

const RUNS = 7;
const DRIVER = join(import.meta.dirname, "../bundles/cold-call.mjs");

export interface ColdMcp {
  readonly importMs: number;
  readonly callMs: number;
}

/** Returns medians over new processes, each of which imports the function's bundle and lists conversations once. */
export async function coldMcp(dataDir: string, key: string): Promise<ColdMcp> {
  const definition = functions.find(({ name }) => name === "mcp");
  if (definition === undefined) throw new Error("there is no function for MCP");
  const folder = mkdtempSync(join(tmpdir(), "herald-cold-"));
  const { directory, mainFile } = bundleFunction(definition, folder);
  const environment: Record<string, string> = JSON.parse(readFileSync(join(dataDir, "functions.env.json"), "utf8"));
  const env = { ...process.env, ...environment };
  const args = [DRIVER, join(directory, mainFile), JSON.stringify(eventWith(key))];
  const calls: ColdMcp[] = [];
  for (let run = 0; run < RUNS; run++) {
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000, env });
    calls.push(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
  }
  rmSync(folder, { recursive: true, force: true });
  return { importMs: median(calls.map(({ importMs }) => importMs)), callMs: median(calls.map(({ callMs }) => callMs)) };
}

const eventWith = (key: string) => ({
  rawPath: "/mcp",
  headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  body: JSON.stringify(callOf("list_conversations", { limit: 25 })),
  isBase64Encoded: false,
  requestContext: { requestId: "cold", http: { method: "POST", path: "/mcp", sourceIp: "127.0.0.1" } },
});

/** Builds a call of one of MCP's tools as its clients send it. */
export const callOf = (name: string, args: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});
