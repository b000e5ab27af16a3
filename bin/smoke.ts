import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { smoke } from "../ops/smoke/smoke.ts";
import { SmokeError } from "../ops/smoke/steps.ts";

// Sends a first email through any Herald, follows it until it is sent, and asks its other doors.

const USAGE =
  "usage: npm run smoke -- --url BASE_URL --key API_KEY [--to ADDRESS] [--conversation ID] [--within SECONDS]";
/** On one machine every mail lands in the mailbox; a deployment sends a real one, and somebody should want it. */
const LOCAL_RECIPIENT = "smoke@example.test";
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;
const LONGEST_SECONDS = 3600;

const option = { type: "string" } as const;
const OPTIONS = { url: option, key: option, to: option, conversation: option, within: option };

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
  return { url, key, to, conversation: values.conversation, withinMs: seconds * 1000 };
}

await runCommand(USAGE, async (args) => {
  const tools = { ask: fetch, say: console.log, now: Date.now, mark: randomUUID() };
  try {
    await smoke(readTarget(args), tools);
    console.log("all well");
  } catch (error) {
    if (!(error instanceof SmokeError)) throw error;
    throw new Error(`FAILED  ${error.step}: ${error.message}`);
  }
});
