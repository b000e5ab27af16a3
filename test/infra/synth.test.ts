import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { functions, webFunctions } from "../../lib/functions.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../..");
const CDK = join(ROOT, "node_modules/.bin/cdk");

describe("cdk synth", () => {
  const folder = mkdtempSync(join(tmpdir(), "herald-synth-"));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const synth = (...options: string[]) =>
    run(process.execPath, [CDK, "synth", "--quiet", "--output", folder, ...options], { cwd: ROOT, timeout: 550_000 });

  it("writes all stacks with the settings of cdk.json, and the functions' bundles without their source maps", async () => {
    await synth();
    const files = readdirSync(folder);
    expect(files).toEqual(
      expect.arrayContaining(["data", "service", "panel"].map((name) => `herald-${name}-dev.template.json`)),
    );
    // The CDK's own assets are among them: an archive, and a function in another language.
    const assets = files.filter((name) => name.startsWith("asset.") && statSync(join(folder, name)).isDirectory());
    const shipped = assets.map((asset) => readdirSync(join(folder, asset)));
    expect(shipped.filter((names) => names.includes("index.mjs"))).toHaveLength(functions.length + webFunctions.length);
    const pages = shipped.filter((names) => names.includes("index.html") && names.includes("preview.html"));
    expect(pages).toHaveLength(1);
    expect(pages.flat()).not.toContain("assets");
    expect(shipped.filter((names) => names.some((name) => /^first-[\w-]+\.js$/.test(name)))).toHaveLength(1);
    expect(shipped.flat().filter((name) => name.endsWith(".map"))).toEqual([]);
  });

  it.each([
    [["synth", "--stage", "nobody-has-this"], "there is no config/nobody-has-this.ts"],
    [["deploy"], "say which stage"],
    [["deploy", "-c", "stage=dev"], "say which stage"],
    [["deploy", "--stage", "dev"], "config/dev.ts has the issuer of an example, https://identity.example.com"],
  ])("runs no %j, and says why", async (args, sentence) => {
    const command = ["--disable-warning=ExperimentalWarning", "bin/herald.ts", ...args];
    // The environment has no credentials and no way to any, so a deployment that passes the check fails later.
    const env = { ...process.env, AWS_EC2_METADATA_DISABLED: "true", AWS_PROFILE: "nobody-has-this" };
    const failure = await run(process.execPath, command, { cwd: ROOT, timeout: 180_000, env }).catch(
      (error: { code: number; stderr: string }) => error,
    );
    expect(failure).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  });

  it("names a setting that cannot be used, without a stack trace", async () => {
    const failure = await synth("-c", "leaseSeconds=10").catch((error: { stderr: string }) => error);
    expect(failure.stderr).toContain("leaseSeconds: must lie between 60 s");
    expect(failure.stderr).not.toContain("settings.ts");
  });
});
