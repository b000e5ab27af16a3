import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import type { ContentSize } from "../../ops/cost/contents.ts";
import { DASHBOARD_VIEWS, MAIL_KILOBYTES } from "../../ops/cost/month.ts";
import { jsonOption, print, printJson, say } from "../command-line/output.ts";
import { exampleOfStage, requireStage } from "../command-line/stage.ts";
import { wholeNumber } from "../command-line/values.ts";

/** `cdk.json` has the same default stage. */
const DEFAULT_STAGE = "dev";
const atLeast0 = wholeNumber(0);

function setting(given: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^(\w+)=(.*)$/.exec(given) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError("It must be setting=value.");
  return { ...before, [name]: value };
}

/** Parses a text such as `4:20,300:1`: 20 % of the contents have 4 KB, and 1 % have 300 KB. */
function contentSizes(given: string): ContentSize[] {
  const sizes = given.split(",").map((one) => {
    const [, kilobytes, percent] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(one) ?? [];
    if (kilobytes === undefined || percent === undefined)
      throw new InvalidArgumentError("It must be KB:percent, several of them with commas between.");
    return { kilobytes: Number(kilobytes), share: Number(percent) / 100 };
  });
  if (sizes.reduce((sum, { share }) => sum + share, 0) > 1 + 1e-9)
    throw new InvalidArgumentError("The percents must be 100 at most, together.");
  return sizes;
}

export const command = new Command()
  .description("Synthesise a stage in memory, and print what a month of it costs by the list prices.")
  .option("--stage <name>", "a stage, by the name of its file in config", DEFAULT_STAGE)
  .option(
    "-c, --context <setting=value>",
    "a setting in the place of the stage's own; may be given several times",
    setting,
  )
  .option("--emails <n>", "a month", atLeast0, 0)
  .option(
    "--per-second <n>",
    "emails a second while a campaign runs; left out, they are spread over the month",
    wholeNumber(1),
  )
  .option("--owners <n>", "between whom the messages are spread", wholeNumber(1), 1)
  .option("--keyed <percent>", "of the emails that come with an Idempotency-Key", wholeNumber(0, 100), 0)
  .option("--sizes <kb:percent,…>", "of the emails' contents as they are stored; the others are short", contentSizes)
  .option("--mail-kb <n>", "of one mail on its way out", wholeNumber(1), MAIL_KILOBYTES)
  .option("--chats <n>", "a month", atLeast0, 0)
  .option("--inbound <n>", "written by customers, a month", atLeast0, 0)
  .option("--uploads <n>", "a month", atLeast0, 0)
  .option("--test-owners <n>", "who have ever used test mode", atLeast0, 0)
  .option("--views <n>", "of the dashboard, a month", atLeast0, DASHBOARD_VIEWS)
  .addOption(jsonOption())
  .action(async ({ stage, context = {}, json = false, ...given }) => {
    const { mailKb: mailKilobytes, perSecond, keyed, sizes: contents = [], ...counts } = given;
    const example = exampleOfStage(stage);
    if (example === undefined) requireStage(stage);
    else say(`there is no config/${stage}.ts yet, so these are the figures of config/${example}.ts`);
    const { billOf } = await import("../../ops/cost/bill.ts");
    const { deployedStage } = await import("../../ops/cost/deployed-stage.ts");
    const { shownBill } = await import("../../ops/cost/shown-bill.ts");
    const { stageTemplates } = await import("../../ops/synthesis/stage-templates.ts");
    const month = { ...counts, perSecond, mailKilobytes, contents, keyedShare: keyed / 100 };
    const { settingsInFile } = await import("../../lib/cloud/stage-file.ts");
    const settings = example === undefined ? context : { ...(await settingsInFile(example)), ...context };
    const deployed = deployedStage(await stageTemplates(stage, settings));
    if (json) printJson({ stage, month, ...billOf(deployed, month) });
    else print(shownBill(deployed, month));
  });
