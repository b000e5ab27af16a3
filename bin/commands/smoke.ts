import { randomUUID } from "node:crypto";
import { Command } from "@commander-js/extra-typings";
import { UsageError } from "../../lib/command-line.ts";
import type { Check } from "../../ops/doctor/check.ts";
import { jsonOption, print, printJson } from "../command-line/output.ts";
import { atTarget, keyOption, testOption, urlOption } from "../command-line/target.ts";
import { dataDirOption, stageOption, wholeNumber } from "../command-line/values.ts";

/**
 * On this machine every mail arrives in the mailbox, and in test mode in the sandbox. Otherwise a deployment sends a real
 * mail, so the user must name its recipient.
 */
const LOCAL_RECIPIENT = "smoke@example.test";
const TEST_KEY = "hrld_test_";
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;
const LONGEST_SECONDS = 3600;
const WITHIN_SECONDS = 90;

export const command = new Command()
  .description("Send a first email through any Herald, follow it until it is sent, and ask its other doors.")
  .addOption(urlOption())
  .addOption(keyOption())
  .addOption(testOption())
  .addOption(dataDirOption())
  .option("--to <address>", `who gets the mail (on this machine and in test mode: ${LOCAL_RECIPIENT})`)
  .option("--conversation <id>", "one in which a customer has sent a file: files travel in both directions then")
  .option("--within <seconds>", "it must be sent by then", wholeNumber(1, LONGEST_SECONDS), WITHIN_SECONDS)
  .addOption(stageOption("with credentials of this stage's account: look at the ways that no mail takes, too"))
  .addOption(jsonOption())
  .action(async ({ to, conversation, within, stage, json = false, ...given }) => {
    const { smoke } = await import("../../ops/smoke/smoke.ts");
    const steps: string[] = [];
    const say = (line: string) => (json ? void steps.push(line) : print(line));
    await atTarget(given, async ({ baseUrl: url, apiKey: key }) => {
      const isSafe = key.startsWith(TEST_KEY) || LOOPBACK.test(new URL(url).hostname);
      const recipient = to ?? (isSafe ? LOCAL_RECIPIENT : undefined);
      if (recipient === undefined) throw new UsageError("--to must say who gets the mail");
      const target = { url, key, to: recipient, conversation, withinMs: within * 1000, checks: await checksOf(stage) };
      await smoke(target, { ask: fetch, say, now: Date.now, mark: randomUUID() }).catch(failedStep);
    });
    if (json) printJson({ ok: true, steps });
    else print("all well");
  });

async function failedStep(error: unknown): Promise<never> {
  const { SmokeError } = await import("../../ops/smoke/steps.ts");
  if (!(error instanceof SmokeError)) throw error;
  throw new Error(`FAILED  ${error.step}: ${error.message}`);
}

/** Returns checks of paths that no mail takes, if a stage is named and there are credentials of its account. */
async function checksOf(stage: string | undefined): Promise<readonly Check[]> {
  if (stage === undefined) return [];
  const { chatSubscription } = await import("../../ops/doctor/chat-subscription.ts");
  const { deploymentQuestions } = await import("../../ops/doctor/deployment-questions.ts");
  const { accountOfStage } = await import("../../ops/doctor/stage-account.ts");
  const { region, aws } = await accountOfStage(stage);
  return [chatSubscription(stage, deploymentQuestions(aws, region))];
}
