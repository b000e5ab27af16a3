import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Session } from "./aws/credentials.ts";
import type { Deployment } from "./resources/deployed.ts";

/** Types the operator's commands, with credentials of the operator's policy and nothing else. */
export interface Operator {
  /** Runs `npm run <name>` against the deployment. Answers its output; fails with what it said. */
  run(name: string, ...args: readonly string[]): Promise<string>;
}

export interface OperatorOptions {
  readonly folder: string;
  readonly deployment: Deployment;
  readonly region: string;
  readonly session: Session;
  /** The module by which names of AWS lead to this machine. */
  readonly preload: string;
}

const ROOT = resolve(import.meta.dirname, "..");
const COMMAND_MS = 120_000;
const MAX_OUTPUT_BYTES = 10_000_000;
/** Of the service stack, as docs/operations.md has it fetched. */
const OUTPUT = "OperatorEnvironment";

/** The policy that a page gives as JSON, of its own stage, for this one. */
export function policyOfOperators(page: string, stage: string): unknown {
  const [, policy] = /```json\n(\{\s*"Version": "2012-10-17".*?)```/s.exec(page) ?? [];
  if (policy === undefined) throw new Error("the page has no policy");
  return JSON.parse(policy.replaceAll("-prod-", `-${stage}-`).replaceAll("-prod/", `-${stage}/`));
}

export function operatorOf({ folder, deployment, region, session, preload }: OperatorOptions): Operator {
  const file = join(folder, "operator.env.json");
  const texts = Object.values(deployment.outputs).flatMap((outputs) =>
    OUTPUT in outputs ? [String(outputs[OUTPUT])] : [],
  );
  writeFileSync(file, texts[0] ?? "{}", { mode: 0o600 });
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: session.accessKeyId,
    AWS_SECRET_ACCESS_KEY: session.secretAccessKey,
    AWS_SESSION_TOKEN: session.sessionToken,
  };
  return {
    run: (name, ...args) => {
      const command = ["--disable-warning=ExperimentalWarning", "--import", preload, join(ROOT, "bin", `${name}.ts`)];
      const all = [...command, "--environment", file, ...args];
      const limits = { cwd: folder, timeout: COMMAND_MS, maxBuffer: MAX_OUTPUT_BYTES };
      return new Promise((done, failed) => {
        execFile(process.execPath, all, { ...limits, env }, (error, out, said) =>
          error ? failed(new Error(`npm run ${name}: ${said || error.message}`, { cause: error })) : done(out),
        );
      });
    },
  };
}
