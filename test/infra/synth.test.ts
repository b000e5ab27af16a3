import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../..");
const CDK = join(ROOT, "node_modules/.bin/cdk");

describe("cdk synth", () => {
  const folder = mkdtempSync(join(tmpdir(), "herald-synth-"));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const synth = (...options: string[]) =>
    run(process.execPath, [CDK, "synth", "--quiet", "--output", folder, ...options], { cwd: ROOT, timeout: 150_000 });

  it("writes both stacks with the settings of cdk.json, and the functions' bundles without their source maps", async () => {
    await synth();
    const files = readdirSync(folder);
    expect(files).toEqual(
      expect.arrayContaining(["herald-data-dev.template.json", "herald-service-dev.template.json"]),
    );
    const assets = files.filter((name) => name.startsWith("asset."));
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) {
      const shipped = readdirSync(join(folder, asset));
      expect(shipped).toContain("index.mjs");
      expect(shipped.filter((name) => name.endsWith(".map"))).toEqual([]);
    }
  });

  it("names a setting that cannot be used, without a stack trace", async () => {
    const failure = await synth("-c", "leaseSeconds=10").catch((error: { stderr: string }) => error);
    expect(failure.stderr).toContain("leaseSeconds: must lie between 60 s");
    expect(failure.stderr).not.toContain("settings.ts");
    expect(readFileSync(join(ROOT, "cdk.json"), "utf8")).toContain("node_modules/.bin/node");
  });
});
