import { parseArgs } from "node:util";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { accountOfStage } from "../ops/doctor/stage-account.ts";
import { findTrace, type LogSource } from "../ops/trace/find-trace.ts";
import { keptLog } from "../ops/trace/kept-log.ts";
import { shownTrace } from "../ops/trace/shown-trace.ts";
import { stageLog } from "../ops/trace/stage-log.ts";
import { startOfSearch } from "../ops/trace/start-of-search.ts";

// Shows what the logs say of one notification, from its request to the provider's last event.

const USAGE = `usage: npm run trace -- ID [--data-dir DIR | --stage NAME [--days N]] [--json]
       ID: of a notification; of a request, message or trace likewise`;
/** Long enough to be one thing's, and nothing that a query could take for its own words. */
const ID = /^[\w.:=+-]{8,128}$/;
const MAX_DAYS = 90;

const OPTIONS = {
  "data-dir": { type: "string" },
  stage: { type: "string" },
  days: { type: "string" },
  json: { type: "boolean" },
} as const;

interface Search {
  readonly id: string;
  readonly dataDir: string | undefined;
  readonly stage: string | undefined;
  readonly days: number | undefined;
  readonly isJson: boolean;
}

function readSearch(args: string[]): Search {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const [id = "", ...more] = positionals;
  const { stage, "data-dir": dataDir, days, json = false } = values;
  if (more.length > 0 || !ID.test(id)) throw new UsageError("say one id");
  if (stage !== undefined && dataDir !== undefined) throw new UsageError("say --data-dir or --stage");
  if (stage === undefined && days !== undefined) throw new UsageError("--days is for a stage");
  return { id, dataDir, stage, days: daysOf(days), isJson: json };
}

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days;
  throw new UsageError(`--days must be 1 to ${MAX_DAYS}`);
}

async function logOf({ id, dataDir, stage, days }: Search): Promise<LogSource> {
  if (stage === undefined) return keptLog(dataDir ?? process.env.HERALD_DATA_DIR ?? ".herald");
  const { region, aws } = await accountOfStage(stage);
  const sinceMs = startOfSearch(id, { days, nowMs: Date.now() });
  return stageLog(aws, { stack: `herald-service-${stage}`, region, sinceMs });
}

await runCommand(USAGE, async (args) => {
  const search = readSearch(args);
  const lines = await findTrace(await logOf(search), search.id);
  if (lines.length === 0) throw new Error(`no line of the log has ${search.id}`);
  console.log(search.isJson ? lines.map((line) => JSON.stringify(line)).join("\n") : shownTrace(lines));
});
