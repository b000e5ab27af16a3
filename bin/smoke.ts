import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { chatSubscription } from "../ops/doctor/chat-subscription.ts";
import type { Check } from "../ops/doctor/check.ts";
import { deploymentQuestions } from "../ops/doctor/deployment-questions.ts";
import { accountOfStage } from "../ops/doctor/stage-account.ts";
import { smoke } from "../ops/smoke/smoke.ts";
import { SmokeError } from "../ops/smoke/steps.ts";

// Sends a first email through any Herald, follows it until it is sent, and asks its other doors.

const USAGE =
  "usage: npm run smoke -- --url BASE_URL --key API_KEY [--to ADDRESS] [--conversation ID] [--within SECONDS] [--stage NAME]";
/** On one machine every mail lands in the mailbox; a deployment sends a real one, and somebody should want it. */
const LOCAL_RECIPIENT = "smoke@example.test";
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;
const LONGEST_SECONDS = 3600;

const option = { type: "string" } as const;
const OPTIONS = { url: option, key: option, to: option, conversation: option, within: option, stage: option };

function readTarget(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { url = "", key = process.env.HERALD_API_KEY ?? "", within = "90" } = values;
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new UsageError("--url must be {base_url}, http or https");
  if (key === "") throw new UsageError("--key, or HERALD_API_KEY in the environment, must be an API key");
  const to = values.to ?? (LOOPBACK.test(parsed.hostname) ? LOCAL_RECIPIENT : undefined);
  if (to === undefined) throw new UsageError("--to must say who gets the mail");
  const seconds = Number(within);
  if (!(seconds > 0 && seconds <= LONGEST_SECONDS))
    throw new UsageError(`--within must be 1 to ${LONGEST_SECONDS} seconds`);
  return { stage: values.stage, url, key, to, conversation: values.conversation, withinMs: seconds * 1000 };
}

/** With a stage, and credentials of its account, the ways that no mail takes are looked at too. */
async function checksOf(stage: string | undefined): Promise<readonly Check[]> {
  if (stage === undefined) return [];
  const { region, aws } = await accountOfStage(stage);
  return [chatSubscription(stage, deploymentQuestions(aws, region))];
}

await runCommand(USAGE, async (args) => {
  const { stage, ...target } = readTarget(args);
  const checks = await checksOf(stage);
  const tools = { ask: fetch, say: console.log, now: Date.now, mark: randomUUID() };
  try {
    await smoke({ ...target, checks }, tools);
    console.log("all well");
  } catch (error) {
    if (!(error instanceof SmokeError)) throw error;
    throw new Error(`FAILED  ${error.step}: ${error.message}`);
  }
});
