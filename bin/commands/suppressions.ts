import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Command, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Suppression } from "../../client/src/herald.ts";
import { UsageError } from "../../lib/command-line.ts";
import { REASONS } from "../../shared/suppressions/domain/suppression.ts";
import { atAccount, tokenOption, tokenTestOption } from "../command-line/account.ts";
import { jsonOption, print, printJson, say } from "../command-line/output.ts";
import { urlOption } from "../command-line/target.ts";
import { dataDirOption, wholeNumber } from "../command-line/values.ts";

const LISTED = 25;
const MOST_LISTED = 1000;
const MOST_ON_A_PAGE = 100;
/** The file that stands for the input. */
const INPUT = "-";

const herald = async () => (await import("../../client/src/herald.ts")).Herald;
const reasonOption = (about: string) => new Option("--reason <reason>", about).choices(REASONS);

const list = new Command("list")
  .description("List to whom nothing is sent, the newest first.")
  .option("--recipient <address>", "only those of this address or number, in any spelling")
  .addOption(reasonOption("only those of this reason"))
  .option("--limit <n>", "at most so many", wholeNumber(1, MOST_LISTED), LISTED)
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(tokenTestOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async ({ url, token, test, dataDir, json = false, limit, ...filters }) => {
    const Herald = await herald();
    const { suppressionLine } = await import("../../ops/suppressions/suppression-line.ts");
    const found: Suppression[] = [];
    await atAccount({ url, token, test, dataDir }, async (account) => {
      const query = { ...filters, limit: Math.min(limit, MOST_ON_A_PAGE) };
      for await (const one of new Herald(account).suppressions.list(query)) {
        found.push(one);
        if (found.length === limit) break;
      }
    });
    if (json) printJson({ suppressions: found });
    else for (const one of found) print(suppressionLine(one));
    if (found.length === 0 && !json) say("no suppressions");
  });

const add = new Command("add")
  .description("Suppress a recipient: from the next attempt on, nothing is sent to it.")
  .argument("<recipient>", "an address, or a number such as +351912345678")
  .addOption(reasonOption("why").default("manual" as const))
  .option("--topic <topic>", "leave out only what is sent with this topic")
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(tokenTestOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async (recipient, { reason, topic, json = false, ...given }) => {
    const Herald = await herald();
    const { suppressionLine } = await import("../../ops/suppressions/suppression-line.ts");
    const request = { recipient, reason, ...(topic !== undefined && { topic }) };
    const one = await atAccount(given, (account) => new Herald(account).suppressions.create(request));
    if (json) printJson(one);
    else print(suppressionLine(one));
  });

const remove = new Command("delete")
  .description("Delete a suppression. Others of the same recipient stay.")
  .argument("<id>", "of the suppression, as list shows it")
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(tokenTestOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async (id, { json = false, ...given }) => {
    const { Herald, HeraldError } = await import("../../client/src/herald.ts");
    await atAccount(given, (account) => new Herald(account).suppressions.delete(id)).catch((error: unknown) => {
      const isUnknown = error instanceof HeraldError && error.status === 404;
      throw isUnknown ? new Error(`there is no suppression ${id}`) : error;
    });
    if (json) printJson({ deleted: id });
    else print(`deleted  ${id}`);
  });

const importing = new Command("import")
  .description("Suppress the recipients of a CSV file: recipient, reason, topic.")
  .argument("<file>", `with at most 10,000 lines; ${INPUT} is the input. A first line may name the columns`)
  .addHelpText("after", "\nThe service takes 500 lines in a request. What is suppressed already stays.")
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(tokenTestOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async (file, { json = false, ...given }) => {
    const { askService, importSuppressions, linesOf } = await import("../../ops/suppressions/import-suppressions.ts");
    const lines = linesOf(await textOf(file));
    const result = await atAccount(given, (account) =>
      importSuppressions(lines, {
        ask: askService(account, account.fetch),
        onRefused: ({ line, error }) => say(`line ${line}: ${error}`),
      }),
    );
    const { made, stood, refused } = result;
    if (json) printJson(result);
    else print(`${made} made, ${stood} there already, ${refused.length} refused`);
    if (refused.length > 0) process.exitCode = 1;
  });

async function textOf(file: string): Promise<string> {
  if (file === INPUT) return text(process.stdin);
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new UsageError(`there is no file ${file} that can be read`, { cause });
  }
}

const exporting = new Command("export")
  .description("Print all suppressions as CSV, the newest first, for a file or another Herald's import.")
  .addOption(reasonOption("only those of this reason"))
  .addOption(urlOption())
  .addOption(tokenOption())
  .addOption(tokenTestOption())
  .addOption(dataDirOption())
  .addOption(jsonOption())
  .action(async ({ reason, json = false, ...given }) => {
    const Herald = await herald();
    const { csvHead, csvOf } = await import("../../panel/src/csv/write-csv.ts");
    const { SUPPRESSIONS } = await import("../../panel/src/pages/suppressions/suppression.ts");
    const all: Suppression[] = [];
    await atAccount(given, async (account) => {
      const query = { limit: MOST_ON_A_PAGE, ...(reason && { reason }) };
      for await (const one of new Herald(account).suppressions.list(query)) all.push(one);
    });
    if (json) printJson({ suppressions: all });
    else process.stdout.write(csvHead(SUPPRESSIONS) + csvOf(SUPPRESSIONS, all));
  });

export const command: CommandUnknownOpts = new Command()
  .description("List, add or delete suppressions, or move them as CSV.")
  .addCommand(list)
  .addCommand(add)
  .addCommand(remove)
  .addCommand(importing)
  .addCommand(exporting);
