import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Session } from "./aws/credentials.ts";
import type { Deployment } from "./resources/deployed.ts";

/** Runs the operator's commands, each with credentials that have only the policy for it. */
export interface Operator {
  /**
   * Runs `npm run <name>` against the deployment and returns its output. If it fails, the error contains the output.
   */
  run(name: Command, ...args: readonly string[]): Promise<string>;
}

/** Maps each command to the page that shows its policy, and to the first statement of that policy. */
const COMMANDS = {
  restore: ["docs/restore.md", "Restore"],
  "restore-table": ["docs/restore.md", "RestoreLostTable"],
  "dead-letters": ["docs/operations.md", "DeadLetters"],
  "erase-owner": ["docs/operations.md", "EraseItems"],
} as const;
export type Command = keyof typeof COMMANDS;
export const commands: readonly Command[] = ["restore", "restore-table", "dead-letters", "erase-owner"];

/** Maps a command to a policy that allows this command and nothing else. */
export type OperatorPolicies = Readonly<Partial<Record<Command, unknown>>>;

/** Reads the policies from the pages. `read` returns the text of a page. */
export const operatorPolicies = (read: (page: string) => string, stage: string): OperatorPolicies =>
  Object.fromEntries(
    commands.map((name) => {
      const [page, statement] = COMMANDS[name];
      return [name, policyIn(read(page), statement, stage)];
    }),
  );

/** Reads the policy of `docs/prove.md`, with which `herald prove` restores. `read` returns the text of a page. */
export const provePolicies = (read: (page: string) => string, stage: string): OperatorPolicies => ({
  restore: policyIn(read("docs/prove.md"), "ProveRestore", stage),
});

export interface OperatorOptions {
  readonly folder: string;
  readonly deployment: Deployment;
  readonly region: string;
  readonly sessions: ReadonlyMap<Command, Session>;
  /** This module makes AWS's host names lead to this machine. */
  readonly preload: string;
}

const ROOT = resolve(import.meta.dirname, "..");
const COMMAND_MS = 120_000;
const MAX_OUTPUT_BYTES = 10_000_000;
/** docs/operations.md tells operators to fetch this output of the service stack. */
const OUTPUT = "OperatorEnvironment";

/** Finds the policy with this statement in the JSON of a page, and replaces its stage by the given one. */
function policyIn(page: string, statement: string, stage: string): unknown {
  const all = [...page.matchAll(/```json\n(\{\s*"Version": "2012-10-17".*?)```/gs)].map(([, text = ""]) => text);
  const policy = all.find((text) => text.includes(`"Sid": "${statement}"`));
  if (policy === undefined) throw new Error(`the page has no policy with the statement ${statement}`);
  return JSON.parse(policy.replaceAll("-prod-", `-${stage}-`).replaceAll("-prod/", `-${stage}/`));
}

export function operatorOf({ folder, deployment, region, sessions, preload }: OperatorOptions): Operator {
  const file = join(folder, "operator.env.json");
  const texts = Object.values(deployment.outputs).flatMap((outputs) =>
    OUTPUT in outputs ? [String(outputs[OUTPUT])] : [],
  );
  writeFileSync(file, texts[0] ?? "{}", { mode: 0o600 });
  const environmentOf = (session: Session | undefined) => ({
    PATH: process.env.PATH,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: session?.accessKeyId,
    AWS_SECRET_ACCESS_KEY: session?.secretAccessKey,
    AWS_SESSION_TOKEN: session?.sessionToken,
  });
  return {
    run: (name, ...args) => {
      const command = ["--disable-warning=ExperimentalWarning", "--import", preload, join(ROOT, "bin/herald.ts"), name];
      const all = [...command, ...args, "--environment", file];
      const limits = { cwd: folder, timeout: COMMAND_MS, maxBuffer: MAX_OUTPUT_BYTES };
      const env = environmentOf(sessions.get(name));
      return new Promise((done, failed) => {
        execFile(process.execPath, all, { ...limits, env }, (error, out, said) =>
          error ? failed(new Error(`npm run ${name}: ${said || error.message}`, { cause: error })) : done(out),
        );
      });
    },
  };
}
