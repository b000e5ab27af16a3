import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cdk, deployArguments } from "./cdk.ts";
import { printJson } from "./output.ts";

export interface CdkDeployment {
  readonly stage: string;
  /** Names the folder of a synthesised app, or the command that runs one. */
  readonly app: string;
  /** These options are passed on to the CDK. */
  readonly options: readonly string[];
  readonly json: boolean;
}

/** Deploys with the CDK's own program and takes over its exit code. With `json` it prints the outputs of the stacks. */
export async function cdkDeploy({ stage, app, options, json }: CdkDeployment): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "herald-outputs-"));
  try {
    const file = join(folder, "outputs.json");
    const passed = [...(json ? ["--outputs-file", file] : []), ...options, "--app", app];
    const code = await cdk(deployArguments(passed, { hasTerminal: process.stdin.isTTY }), { isQuiet: json });
    process.exitCode = code;
    if (!json || code !== 0) return;
    const outputs: unknown = JSON.parse(readFileSync(file, "utf8"));
    printJson({ stage, outputs });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
