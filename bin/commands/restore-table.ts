import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import * as z from "zod";
import { UsageError } from "../../lib/command-line.ts";
import { type TableDefinition, tables } from "../../lib/tables.ts";
import type { CompletedTable, Survey } from "../../ops/restore-table/restore-table.ts";
import { saidOf, saidOfDataKeys } from "../../ops/restore-table/said.ts";
import { ask } from "../command-line/ask.ts";
import { atStack } from "../command-line/operator-environment.ts";
import { jsonOption, printJson, say } from "../command-line/output.ts";
import { stageOption, wholeNumber } from "../command-line/values.ts";

const LONGEST_WAIT_MINUTES = 240;
const backupArn = z.string().regex(/^arn:[a-z-]+:dynamodb:[a-z0-9-]+:\d{12}:table\/[A-Za-z0-9_.-]+\/backup\/[\w-]+$/);

function readTable(given: string): TableDefinition {
  const named = tables.find(({ name }) => name === given);
  if (named === undefined)
    throw new InvalidArgumentError(`It must be one of ${tables.map(({ name }) => name).join(", ")}.`);
  return named;
}

function readBackup(given: string): string {
  if (backupArn.safeParse(given).success) return given;
  throw new InvalidArgumentError("It must be the ARN of a DynamoDB backup.");
}

export const command = new Command()
  .description("Bring back a whole table that was deleted, with everything around it: docs/restore.md.")
  .argument("<table>", tables.map(({ name }) => name).join(", "), readTable)
  .addOption(stageOption().conflicts("environment"))
  .option("--environment <file>", "with an output of a deployed stack: docs/operations.md")
  .option("--backup <arn>", "this one (default: the newest that DynamoDB made at the deletion)", readBackup)
  .option("--wait <minutes>", "for the table and what is around it", wholeNumber(1, 1440), LONGEST_WAIT_MINUTES)
  .option("--dry-run", "say what is missing, and do nothing")
  .option("--yes", "do it without a question")
  .addOption(jsonOption())
  .action(async (definition, { dryRun = false, yes = false, backup, wait, json: _, ...choice }) => {
    if (choice.stage === undefined && choice.environment === undefined)
      throw new UsageError("--stage or --environment must name a deployed stack: others have no backups");
    await atStack(choice, open, async ({ services, surveyTable, surveyWhenGone, restoreTable }) => {
      const patience = { longestMs: wait * 60_000, say };
      const lost = { definition, backup };
      const survey = await (dryRun ? surveyTable(services, lost) : surveyWhenGone(services, lost, patience));
      if (survey.missing.length === 0) return nothingMissing(definition, survey, dryRun);
      if (dryRun) {
        say(shownSurvey(survey));
        return printJson(figuresOf(definition, { ...survey, did: [] }, survey.missing));
      }
      await ask({ text: shownSurvey(survey), agreed: "yes", isAgreed: yes });
      const completed = await restoreTable(services, survey, patience);
      printJson(figuresOf(definition, completed, []));
      for (const line of leftToDo(survey, completed)) say(line);
      if (completed.lacksReader) throw new Error(LACKS_READER);
    });
  });

const LACKS_READER =
  "no event source mapping of an earlier stream is left whose settings could be taken: nothing reads the table's changes. " +
  "Create one by hand, with the settings of lib/cloud/constructs/stream-sources.ts";

const BACKUP_LATER = "which backup it comes from is said when the deletion is over: DynamoDB makes it at the deletion";

/** Throws for a table that lacks nothing, because it is most likely not the one that the operator meant. */
function nothingMissing({ name: table }: TableDefinition, survey: Survey, isDry: boolean): void {
  if (survey.lacksReader) throw new Error(LACKS_READER);
  for (const line of readingLines(survey)) say(line);
  if (!isDry && survey.stillReading.length === 0)
    throw new Error(`${survey.name} exists and lacks nothing; for items that are missing in it: npx herald restore`);
  printJson({ table, name: survey.name, did: [], missing: [], stillReading: survey.stillReading });
}

const readingLines = ({ stillReading }: Pick<Survey, "stillReading">): readonly string[] =>
  stillReading.map(
    (id) =>
      `the mapping ${id} stays, because it may still read changes from before the deletion. The same command removes it ` +
      "when nothing is left to read, at the latest a day after the deletion",
  );

function shownSurvey({ name, missing, deleting, backup, wanted, lacksReader, stillReading, others }: Survey): string {
  const from = backup === undefined ? "" : ` from the backup of ${backup.at.toISOString()}, ${backup.arn}`;
  return [
    `${name} lacks this, and gets it${from}:`,
    ...missing.map((step) => `  ${saidOf(step, wanted)}`),
    ...readingLines({ stillReading }),
    ...others.map(({ id, reader }) => `the mapping ${id} calls ${reader}, no reader of this stage: it is left alone`),
    ...(deleting && wanted.definition.isDurable ? [BACKUP_LATER] : []),
    ...(lacksReader ? [LACKS_READER] : []),
  ].join("\n");
}

type Shown = Pick<CompletedTable, "name" | "backup" | "stream" | "stillReading" | "did">;

const figuresOf = ({ name: table }: TableDefinition, done: Shown, missing: Survey["missing"]) => ({
  table,
  name: done.name,
  backup: done.backup?.arn,
  backupAt: done.backup?.at.toISOString(),
  stream: done.stream,
  did: done.did,
  stillReading: done.stillReading,
  missing: missing.map(({ kind }) => kind),
});

function leftToDo({ name, wanted }: Survey, { backup, stopped, stillReading }: CompletedTable): readonly string[] {
  const { isDurable, stream } = wanted.definition;
  return [
    ...(backup === undefined
      ? []
      : [`erase once more every owner who was erased after ${backup.at.toISOString()}: npx herald erase-owner`]),
    ...stopped.map(
      (id) => `the mapping ${id} is disabled, as the earlier one was: nothing reads the changes until it is enabled`,
    ),
    ...readingLines({ stillReading }),
    ...saidOfDataKeys(wanted.definition),
    ...(stream ? ["the stack still names the earlier stream; what that means for deployments: docs/restore.md"] : []),
    ...(isDurable && !wanted.isProtected
      ? [`${name} is not protected against deletion, because the other tables of the stage are not`]
      : []),
  ];
}

async function open() {
  const { restoreTableServices } = await import("../../ops/restore-table/wiring.ts");
  const { restoreTable, surveyTable } = await import("../../ops/restore-table/restore-table.ts");
  const { surveyWhenGone } = await import("../../ops/restore-table/survey-when-gone.ts");
  return { services: restoreTableServices(), restoreTable, surveyTable, surveyWhenGone };
}
