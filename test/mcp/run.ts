import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY_PERMISSIONS } from "../../shared/kernel/key-permissions.ts";
import { LocalStack } from "../support/local-stack.ts";
import { conformance, type ScenarioResult } from "./conformance.ts";
import { KNOWN_FAILURES, REVISIONS } from "./expectations.ts";
import { inspect } from "./inspector.ts";
import { startKeyProxy } from "./key-proxy.ts";

// `npm run test:mcp` runs the official conformance suite and the Inspector against the local stack.

const problems: string[] = [];
const folder = await mkdtemp(join(tmpdir(), "herald-mcp-"));
const stack = await LocalStack.start();
const agent = await stack.owner();
const agentKey = String((await stack.apiKey(agent.token, { permissions: KEY_PERMISSIONS })).key);
/** The suite runs once with the interface's tools and once with every tool. */
const proxies = [
  { tools: "the interface's tools", proxy: await startKeyProxy(stack.file.base_url, stack.file.demo.api_key) },
  { tools: "every tool", proxy: await startKeyProxy(stack.file.base_url, agentKey) },
];
try {
  const known = new Set<string>();
  for (const revision of REVISIONS)
    for (const { tools, proxy } of proxies) {
      const results = await conformance(`${proxy.url}/mcp`, revision, await mkdtemp(join(folder, "suite-")));
      if (results.length === 0) problems.push(`${revision}, ${tools}: the suite ran nothing`);
      for (const result of results) for (const id of result.known) known.add(id);
      report(`${revision}, ${tools}`, results);
    }
  for (const id of Object.keys(KNOWN_FAILURES))
    if (!known.has(id)) problems.push(`${id} passes now: take it off the list`);
  await reportInspector();
} finally {
  await Promise.all(proxies.map(({ proxy }) => proxy.close()));
  await stack.close();
  await rm(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(`FAILED ${problem}`);
console.log(problems.length === 0 ? "\nMCP: everything that applies passes." : `\nMCP: ${problems.length} problems.`);
process.exit(problems.length === 0 ? 0 : 1);

function report(revision: string, results: readonly ScenarioResult[]): void {
  console.log(`\nConformance, revision ${revision}`);
  const ours = results.filter(({ notOurs }) => notOurs === undefined);
  for (const { scenario, passed, failed, known } of ours) {
    console.log(`  ${failed.length === 0 ? "ok  " : "FAIL"} ${scenario}: ${passed} passed, ${failed.length} failed`);
    for (const id of known) console.log(`         known: ${id} (${KNOWN_FAILURES[id]})`);
    problems.push(...failed.map((text) => `${revision} ${scenario}: ${text}`));
  }
  const reasons = Map.groupBy(
    results.filter(({ notOurs }) => notOurs !== undefined),
    ({ notOurs }) => notOurs,
  );
  for (const [reason, all] of reasons) console.log(`  --   ${all.length} scenarios: ${reason}`);
}

async function reportInspector(): Promise<void> {
  console.log("\nInspector");
  const inspected = { url: `${stack.file.base_url}/mcp`, key: stack.file.demo.api_key, agentKey, home: folder };
  for (const { what, expected, code, output } of await inspect(inspected)) {
    console.log(`  ${code === expected ? "ok  " : "FAIL"} ${what}: exit code ${code}`);
    if (code !== expected) problems.push(`Inspector, ${what}: exit code ${code} instead of ${expected}\n${output}`);
  }
}
