import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { stageFile } from "../lib/cloud/stage-path.ts";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { billOf } from "../ops/cost/bill.ts";
import { type DeployedStage, deployedStage } from "../ops/cost/deployed-stage.ts";
import { deliveryBatches } from "../ops/cost/messages.ts";
import { DASHBOARD_VIEWS, MAIL_KILOBYTES, type Month } from "../ops/cost/month.ts";
import { PRICES_READ_ON } from "../ops/cost/prices.ts";
import { stageTemplates } from "../ops/synthesis/stage-templates.ts";

// Synthesises a stage in memory, and prints what a month of it costs.

const USAGE = `usage: npm run cost -- [--stage NAME] [-c setting=value ...] [--emails N [--per-second N] [--mail-kb N]]
                       [--chats N] [--inbound N] [--uploads N] [--views N]
  --emails, --chats, --inbound (written by customers), --uploads: in a month; 0 when left out
  --per-second: emails a second while a campaign runs; left out, they are spread over the month
  --mail-kb: of one mail on its way out; ${MAIL_KILOBYTES} when left out
  --views: of the dashboard; ${DASHBOARD_VIEWS} when left out`;

const text = { type: "string" } as const;
const OPTIONS = {
  ...{
    stage: text,
    emails: text,
    "per-second": text,
    "mail-kb": text,
    chats: text,
    inbound: text,
    uploads: text,
    views: text,
  },
  context: { type: "string", short: "c", multiple: true },
} as const;
/** As in `cdk.json`. */
const DEFAULT_STAGE = "dev";

function count(name: string, given: string | undefined, least = 0): number {
  const value = Number(given ?? "0");
  if (!Number.isSafeInteger(value) || value < least)
    throw new UsageError(`--${name} must be a whole number, ${least} or more`);
  return value;
}

function readMonth(values: Readonly<Record<string, string | undefined>>): Month {
  const { "per-second": perSecond, "mail-kb": mailKilobytes, views } = values;
  return {
    emails: count("emails", values.emails),
    perSecond: perSecond === undefined ? undefined : count("per-second", perSecond, 1),
    mailKilobytes: mailKilobytes === undefined ? MAIL_KILOBYTES : count("mail-kb", mailKilobytes, 1),
    chats: count("chats", values.chats),
    inbound: count("inbound", values.inbound),
    uploads: count("uploads", values.uploads),
    views: views === undefined ? DASHBOARD_VIEWS : count("views", views),
  };
}

function readSetting(given: string): [name: string, value: string] {
  const [, name, value] = /^(\w+)=(.*)$/.exec(given) ?? [];
  if (name === undefined || value === undefined) throw new UsageError("-c must be setting=value");
  return [name, value];
}

const money = (dollars: number): string => `$${dollars.toFixed(2)}`.padStart(12);

function print(stage: DeployedStage, month: Month): void {
  const { lines, dollars } = billOf(stage, month);
  for (const { service, dollars: cost, share, mostly } of lines)
    console.log(
      `${service.padEnd(20)}${money(cost)}${`${(share * 100).toFixed(1)} %`.padStart(9)}   mostly ${spelledOut(mostly)}`,
    );
  console.log(`${"a month".padEnd(20)}${money(dollars)}`);
  const [first] = lines;
  if (first) console.log(`\n${first.service} dominates: ${spelledOut(first.mostly)}.`);
  if (month.emails > 0)
    console.log(
      `Deliveries come in batches of ${deliveryBatches(stage, month).perInvocation.toFixed(1)} (docs/cost.md).`,
    );
  console.log(
    `List prices of us-east-1 read on ${PRICES_READ_ON}, without free tiers but for 100 GB out, and without the chat platform's own fees.`,
  );
}

/** `tableWriteUnits` -> `table write units`. */
const spelledOut = (unit: string): string => unit.replace(/[A-Z]/g, (character) => ` ${character.toLowerCase()}`);

await runCommand(USAGE, async (args) => {
  const { context = [], stage = DEFAULT_STAGE, ...values } = parseArgs({ args, options: OPTIONS }).values;
  const month = readMonth(values);
  if (!existsSync(stageFile(stage)))
    throw new UsageError(`there is no config/${stage}.ts: copy config/prod.example.ts or config/dev.ts`);
  const settings = Object.fromEntries(context.map(readSetting));
  print(deployedStage(await stageTemplates(stage, settings)), month);
});
