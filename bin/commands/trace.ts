import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { UsageError } from "../../lib/command-line.ts";
import type { LogSource } from "../../ops/trace/find-trace.ts";
import { jsonOption, print } from "../command-line/output.ts";
import { dataDirOf, dataDirOption, stageOption, wholeNumber } from "../command-line/values.ts";

/** An id is long enough to identify one thing, and contains nothing that could be query syntax. */
const ID = /^[\w.:=+-]{8,128}$/;
const MAX_DAYS = 90;

function readId(given: string): string {
  if (!ID.test(given)) throw new InvalidArgumentError("It must be one id.");
  return given;
}

export const command = new Command()
  .description("Show what the logs say of one notification, from its request to the provider's last event.")
  .argument("<id>", "of a notification; of a request, message or trace likewise", readId)
  .addOption(dataDirOption().conflicts("stage"))
  .addOption(stageOption())
  .option("--days <n>", "how far back to look in a stage's logs", wholeNumber(1, MAX_DAYS))
  .addOption(jsonOption())
  .action(async (id, { dataDir, stage, days, json = false }) => {
    if (stage === undefined && days !== undefined) throw new UsageError("--days goes with --stage");
    const { findTrace } = await import("../../ops/trace/find-trace.ts");
    const { shownTrace } = await import("../../ops/trace/shown-trace.ts");
    const log = stage === undefined ? await logHere(dataDir) : await logOfStage(stage, { id, days });
    const lines = await findTrace(log, id);
    if (lines.length === 0) throw new Error(`no line of the log has ${id}`);
    print(json ? lines.map((line) => JSON.stringify(line)).join("\n") : shownTrace(lines));
  });

async function logHere(dataDir: string | undefined): Promise<LogSource> {
  const { keptLog } = await import("../../ops/trace/kept-log.ts");
  return keptLog(dataDirOf(dataDir));
}

interface Search {
  readonly id: string;
  readonly days: number | undefined;
}

async function logOfStage(stage: string, { id, days }: Search): Promise<LogSource> {
  const { accountOfStage } = await import("../../ops/doctor/stage-account.ts");
  const { stageLog } = await import("../../ops/trace/stage-log.ts");
  const { startOfSearch } = await import("../../ops/trace/start-of-search.ts");
  const { region, aws } = await accountOfStage(stage);
  const sinceMs = startOfSearch(id, { days, nowMs: Date.now() });
  return stageLog(aws, { stack: `herald-service-${stage}`, region, sinceMs });
}
