import { parseArgs } from "node:util";
import { SettingsError } from "../lib/cloud/settings.ts";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { type Check, failed, note, ok, report, runChecks } from "../ops/doctor/check.ts";
import { cloudChecks } from "../ops/doctor/cloud-checks.ts";
import { deploymentOf } from "../ops/doctor/deployment.ts";
import { localChecks } from "../ops/doctor/local-checks.ts";
import { mailServer } from "../ops/doctor/web-checks.ts";

// Tells what a deployment, or the local stack, needs and does not have. Reads only.

const USAGE = `usage: npm run doctor -- --stage NAME [--smtp HOST:PORT]
       npm run doctor -- --local [--data-dir DIR]`;

async function checksOfStage(stage: string): Promise<readonly Check[]> {
  try {
    const deployment = await deploymentOf(stage);
    const read = { name: "settings", look: async () => ok(`config/${stage}.ts`) };
    return [read, ...cloudChecks({ ...deployment, ask: fetch })];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const seen = error.message.replaceAll("\n", " ");
    return [{ name: "settings", look: async () => failed(seen, `write config/${stage}.ts: docs/deploy.md`) }];
  }
}

/** The local stack has one of its own; the owners of a deployment bring theirs. */
function mailServerOf(address: string | undefined, isLocal: boolean): readonly Check[] {
  if (address === undefined)
    return isLocal
      ? []
      : [note("SMTP", "no mail server was named", "name the one that you mean to use: --smtp HOST:PORT")];
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(address) ?? [];
  if (host === undefined) throw new UsageError("--smtp must be HOST:PORT");
  return [mailServer(host, Number(port))];
}

const OPTIONS = {
  stage: { type: "string" },
  local: { type: "boolean" },
  "data-dir": { type: "string" },
  smtp: { type: "string" },
} as const;

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  if ((values.stage === undefined) === (values.local !== true)) throw new UsageError("say --stage NAME or --local");
  const dataDir = values["data-dir"] ?? process.env.HERALD_DATA_DIR ?? ".herald";
  const mail = mailServerOf(values.smtp, values.local === true);
  const checks = values.stage === undefined ? localChecks(dataDir, fetch) : await checksOfStage(values.stage);
  const found = await runChecks([...checks, ...mail]);
  console.log(report(found));
  process.exitCode = found.some(({ result }) => result === "failed") ? 1 : 0;
});
