import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import type { Check } from "../../ops/doctor/check.ts";
import { jsonOption, print, printJson } from "../command-line/output.ts";
import { dataDirOf, dataDirOption, stageOption } from "../command-line/values.ts";

interface MailServer {
  readonly host: string;
  readonly port: number;
}

function readMailServer(given: string): MailServer {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(given) ?? [];
  if (host === undefined) throw new InvalidArgumentError("It must be HOST:PORT.");
  return { host, port: Number(port) };
}

export const command = new Command()
  .description("Check that a deployment, or the stack on this machine, has what it needs. It only reads.")
  .addOption(stageOption("a deployment, by its stage (default: the stack on this machine)"))
  .option("--local", "the stack on this machine")
  .addOption(dataDirOption().conflicts("stage"))
  .option("--smtp <host:port>", "look at this mail server, too", readMailServer)
  .addOption(jsonOption())
  .action(async ({ stage, local = false, dataDir, smtp, json = false }, doctor) => {
    if (stage !== undefined && local) doctor.error("error: say --stage NAME or --local");
    const { report, runChecks } = await import("../../ops/doctor/check.ts");
    const checks = stage === undefined ? await checksHere(dataDir) : await checksOfStage(stage);
    const found = await runChecks([...checks, ...(await mailServerChecks(smtp, stage === undefined))]);
    if (json) printJson({ checks: found });
    else print(report(found));
    process.exitCode = found.some(({ result }) => result === "failed") ? 1 : 0;
  });

async function checksHere(dataDir: string | undefined): Promise<readonly Check[]> {
  const { localChecks } = await import("../../ops/doctor/local-checks.ts");
  return localChecks(dataDirOf(dataDir), fetch);
}

async function checksOfStage(stage: string): Promise<readonly Check[]> {
  const { SettingsError } = await import("../../lib/cloud/settings.ts");
  const { failed, ok } = await import("../../ops/doctor/check.ts");
  const { cloudChecks } = await import("../../ops/doctor/cloud-checks.ts");
  const { deploymentOf } = await import("../../ops/doctor/deployment.ts");
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

/**
 * Returns the checks of mail servers. The local stack has its own mail server. A deployment uses those of its owners,
 * so one is checked only if it is named.
 */
async function mailServerChecks(named: MailServer | undefined, isHere: boolean): Promise<readonly Check[]> {
  const { note } = await import("../../ops/doctor/check.ts");
  const { mailServer } = await import("../../ops/doctor/web-checks.ts");
  if (named !== undefined) return [mailServer(named.host, named.port)];
  if (isHere) return [];
  return [note("SMTP", "no mail server was named", "name the one that you mean to use: --smtp HOST:PORT")];
}
