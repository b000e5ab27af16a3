import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { AwsCall } from "../doctor/aws-call.ts";
import { type AwsLogs, awsLogs } from "./aws-logs.ts";
import type { LogSource } from "./find-trace.ts";

export interface StageLogOptions {
  readonly stack: string;
  readonly region: string;
  /** The search covers lines since this time in epoch milliseconds. */
  readonly sinceMs: number;
  readonly now?: () => number;
  /** The search pauses this long between two looks at a running query. */
  readonly pauseMs?: number;
}

/** A query over a day of logs takes seconds, so this limit is generous. */
const MAX_LOOKS = 60;
const PAUSE_MS = 1000;
/** A query may read 50 log groups and return 10,000 lines (CloudWatch Logs, "StartQuery"). */
const MAX_GROUPS = 50;
const MAX_LINES = 5000;

const started = z.looseObject({ queryId: z.string() });
const results = z.looseObject({
  status: z.string(),
  results: z.array(z.array(z.looseObject({ field: z.string(), value: z.string() }))).default([]),
});

/** Reads the lines of a deployed stage with CloudWatch Logs Insights. */
export function stageLog(aws: AwsCall, options: StageLogOptions): LogSource {
  const { stack, region, sinceMs, now = Date.now, pauseMs = PAUSE_MS } = options;
  const logs = awsLogs(aws, { region, pauseMs });
  let groups: Promise<readonly string[]> | undefined;
  return {
    async linesWith(texts) {
      groups ??= logs.logGroups(stack);
      const names = await groups;
      if (names.length === 0) throw new Error(`${stack} has no logs: is it deployed in this region?`);
      const found: string[] = [];
      for (let first = 0; first < names.length; first += MAX_GROUPS) {
        const queryId = await startQuery(logs, {
          logGroupNames: names.slice(first, first + MAX_GROUPS),
          startTime: Math.floor(sinceMs / 1000),
          endTime: Math.ceil(now() / 1000),
          queryString: queryFor(texts),
          limit: MAX_LINES,
        });
        found.push(...(await resultsOf(logs, queryId, pauseMs)));
      }
      return found;
    },
  };
}

const queryFor = (texts: readonly string[]): string => {
  const wanted = texts.map((text) => `@message like ${JSON.stringify(text)}`).join(" or ");
  return `fields @message | filter ${wanted} | sort @timestamp asc`;
};

const startQuery = async (logs: AwsLogs, query: Readonly<Record<string, unknown>>): Promise<string> =>
  started.parse(await logs.call("StartQuery", query)).queryId;

async function resultsOf(logs: AwsLogs, queryId: string, pauseMs: number): Promise<readonly string[]> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    await pause(pauseMs);
    const { status, results: rows } = results.parse(await logs.call("GetQueryResults", { queryId }));
    if (status === "Complete") return rows.flatMap(messageOf);
    if (status !== "Running" && status !== "Scheduled") throw new Error(`the query of the logs ended: ${status}`);
  }
  // A query that is not stopped would continue at the account's cost.
  await logs.call("StopQuery", { queryId });
  throw new Error("the query of the logs does not end: try again");
}

const messageOf = (row: readonly { readonly field: string; readonly value: string }[]): string[] =>
  row.filter(({ field }) => field === "@message").map(({ value }) => value);
