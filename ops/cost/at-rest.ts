import { DUE_LISTS } from "../../shared/notifications/domain/sweep.ts";
import { shardsIn } from "../../shared/notifications/ports.ts";
import { POLLERS } from "./batches.ts";
import type { DeployedStage, Schedule } from "./deployed-stage.ts";
import { gigabyteSeconds, KB, SECONDS_A_MONTH, together, type Usage } from "./units.ts";

/** An empty poll lasts as long as SQS can wait. */
const POLL_SECONDS = 20;
/**
 * A run that finds nothing takes this long. For the sweep, this is the time of all parts together, which query every
 * shard once.
 */
const RUN_MS = 200;
const SHARDS = DUE_LISTS.reduce((sum, list) => sum + shardsIn(list), 0);
/** An eventually consistent read that finds nothing costs this many units. */
const EMPTY_READ_UNITS = 0.5;

/** The first part of a sweep also asks for the owners of test mode. */
const QUERIES = SHARDS + 1;

/** The share of the runs of alerts that also look for the owners whose customers wait (`LOOK_EVERY_MS`). */
const OWNERS_LOOKED_FOR = 1 / 10;

function runsOf({ name, everySeconds }: Schedule, stage: DeployedStage): Usage {
  const runs = SECONDS_A_MONTH / everySeconds;
  const parts = stage.schedules.filter((one) => one.name === name).length;
  return {
    functionCalls: runs,
    functionGigabyteSeconds: runs * gigabyteSeconds(stage.gigabytes.get(name) ?? 0, RUN_MS / parts),
    logGigabytes: runs * 0.4 * KB,
    ...(name === "send-alerts" && { tableReadUnits: runs * EMPTY_READ_UNITS * (1 + OWNERS_LOOKED_FOR) }),
    ...(name === "sweep" && { tableReadUnits: ((runs * QUERIES) / parts) * EMPTY_READ_UNITS }),
  };
}

/** A run reads the clock of each owner of test mode consistently, and then what the owner has due. */
const OWNER_READ_UNITS = 1 + EMPTY_READ_UNITS;
/** Sixteen owners are swept at once, and each takes two calls of the tables. */
const OWNER_MS = 20 / 16;

/** Computes the usage of the sweep, in a month, for one owner who has used test mode. */
export function testOwnerUsage(stage: DeployedStage): Usage {
  const [sweep] = stage.schedules.filter(({ name }) => name === "sweep");
  if (sweep === undefined) return {};
  const runs = SECONDS_A_MONTH / sweep.everySeconds;
  return {
    functionGigabyteSeconds: runs * gigabyteSeconds(stage.gigabytes.get(sweep.name) ?? 0, OWNER_MS),
    tableReadUnits: runs * OWNER_READ_UNITS,
  };
}

/** Computes the usage of a deployment in a month in which nothing is sent. */
export const restUsage = (stage: DeployedStage): Usage =>
  together(...stage.schedules.map((one) => runsOf(one, stage)), {
    keyMonths: stage.keys,
    secretMonths: stage.secrets,
    alarmMonths: stage.alarmMetrics,
    dashboardMonths: stage.dashboards,
    queueRequests: stage.workers.size * POLLERS * (SECONDS_A_MONTH / POLL_SECONDS),
    ...(stage.hasWebAcl && { webAclMonths: 1 }),
  });
