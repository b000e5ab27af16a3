import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { stageFile } from "../../lib/cloud/stage-path.ts";
import { UsageError } from "../../lib/command-line.ts";
import type { AwsGroundOptions } from "../../ops/prove/aws/aws-ground.ts";
import { requireTests } from "../../ops/prove/checks/system-tests.ts";
import { mailServerOf } from "../../ops/prove/mail-server.ts";
import type { Ground } from "../../ops/prove/port.ts";
import { proofSettings } from "../../ops/prove/proof-settings.ts";
import { cdk, deployArguments } from "../command-line/cdk.ts";
import { DEFAULT_FOLDER } from "../command-line/cleaning-command.ts";
import { interrupted } from "../command-line/interrupt.ts";
import { jsonOption, say } from "../command-line/output.ts";
import { restoredItems } from "../command-line/restored-items.ts";
import { synthesised } from "../command-line/synthesised.ts";
import { collected, wholeNumber } from "../command-line/values.ts";

/**
 * The policy in docs/prove.md applies only to stages with such names. Because a name has no further dash, no stage's
 * name is the beginning of another's.
 */
const STAGE = /^prove-[a-z0-9]{1,14}$/;
const RANDOM_BYTES = 3;
const RECORDER_PATH_BYTES = 16;
const MOST_PER_SECOND = 50;
const MOST_MINUTES = 30;
const PER_SECOND = 5;
const MINUTES = 3;

function readStage(given: string): string {
  if (!STAGE.test(given))
    throw new InvalidArgumentError("It must be prove- and up to 14 lower-case letters and digits.");
  if (existsSync(stageFile(given)))
    throw new InvalidArgumentError(`config/${given}.ts is there: a proof has a stage of its own.`);
  return given;
}

export const command = new Command()
  .description(
    "Deploy a stage of its own, check everything that an account can show, take it all down again, and keep a report: docs/prove.md.",
  )
  .option("--stage <name>", "prove-NAME (default: a random one)", readStage)
  .option("--per-second <n>", "mails of the load", wholeNumber(1, MOST_PER_SECOND), PER_SECOND)
  .option("--minutes <n>", "of load", wholeNumber(1, MOST_MINUTES), MINUTES)
  .option(
    "--smtp <url>",
    "smtp://USER@HOST:587 or smtps://USER@HOST:465, with the password in HERALD_SMTP_PASSWORD (default: a recording function)",
  )
  .option("--from <address>", "goes with --smtp: the sender")
  .option("--to <address>", "goes with --smtp: who gets the mails")
  .option("-c, --context <setting=value>", "a setting of the stage; may be given several times", collected)
  .option("--report <folder>", "of the report and the journal", DEFAULT_FOLDER)
  .option("--tests", "run the system tests of vitest.prove.config.ts, too")
  .option("--clean", "take down what an earlier run of this stage has left")
  .option("--yes", "begin without a question")
  .addOption(jsonOption())
  .action(
    async ({
      stage: named,
      perSecond,
      minutes,
      report: folder,
      clean = false,
      yes = false,
      json = false,
      tests,
      ...given
    }) => {
      if (clean && named === undefined) throw new UsageError("--clean needs --stage NAME");
      const stage = named ?? `prove-${randomBytes(RANDOM_BYTES).toString("hex")}`;
      if (tests === true) requireTests({ recordsMails: given.smtp === undefined });
      const signal = interrupted();
      const { ground, deployed } = await groundOf(stage, given);
      const { cleanProof, runProof } = await import("../command-line/proof.ts");
      const { expectedDollars } = await import("../../ops/prove/plan.ts");
      const common = { stage, ground, folder, isAgreed: yes, json, signal };
      if (clean) return void (await cleanProof(common));
      const load = { perSecond, seconds: minutes * 60 };
      await runProof({
        ...common,
        deployed,
        load,
        withTests: tests ?? false,
        dollars: expectedDollars(deployed, load),
      });
    },
  );

interface Given {
  readonly smtp?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly context?: readonly string[] | undefined;
}

/** Finds the account, and computes the stage's resources for the cost model. It only reads. */
async function groundOf(stage: string, given: Given): Promise<{ ground: Ground } & Pick<AwsGroundOptions, "deployed">> {
  const { awsCall } = await import("../../ops/doctor/aws-call.ts");
  const { awsQuestions } = await import("../../ops/doctor/aws-questions.ts");
  const { hasCredentials, regionOfMachine } = await import("../../ops/doctor/stage-account.ts");
  const { deployedStage } = await import("../../ops/cost/deployed-stage.ts");
  const { stageTemplates } = await import("../../ops/synthesis/stage-templates.ts");
  const { recorderConcurrency } = await import("../../ops/prove/aws/recorder-concurrency.ts");
  const { awsGround } = await import("../../ops/prove/aws/wiring.ts");
  const region = regionOfMachine();
  if (region === undefined || !(await hasCredentials()))
    throw new UsageError("it needs AWS credentials, and a region in AWS_REGION");
  const mailServer = mailServerOf({ ...given, password: process.env.HERALD_SMTP_PASSWORD });
  const questions = awsQuestions(awsCall(), region);
  const account = await questions.caller(AbortSignal.timeout(CALLER_MS));
  if (account === undefined) throw new Error("AWS refuses the credentials");
  const recorder = {
    recorderPath: randomBytes(RECORDER_PATH_BYTES).toString("hex"),
    recorderConcurrency: await recorderConcurrency(questions, AbortSignal.timeout(CALLER_MS)),
  };
  const settings = (issuer: string) =>
    proofSettings({ stage, account, region, issuer, ...recorder, more: given.context ?? [] });
  const { stage: _stage, ...planned } = settings("https://issuer.example.com");
  const deployed = deployedStage(await stageTemplates(stage, planned));
  const deploy = (issuer: string, signal: AbortSignal) => deployProof(settings(issuer), signal);
  const restore = restoredItems(stage, say);
  return { ground: awsGround({ stage, account, region, deployed, deploy, restore, mailServer }), deployed };
}

const CALLER_MS = 15_000;

async function deployProof(settings: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "herald-prove-"));
  try {
    const context = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    await synthesised(undefined, [...context, "--output", folder]);
    signal.throwIfAborted();
    const options = deployArguments(["--require-approval", "never", "--app", folder], { hasTerminal: false });
    const code = await cdk(options, { isQuiet: true, signal });
    if (code !== 0) throw new Error(`the CDK's program ended with ${code}: its output above says why`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
