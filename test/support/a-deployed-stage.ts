import type { DeployedStage } from "../../ops/cost/deployed-stage.ts";
import type { Month } from "../../ops/cost/month.ts";

/** Builds a stage with round numbers; a test passes only the fields that it is about. */
export const aDeployedStage = (given: Partial<DeployedStage> = {}): DeployedStage => ({
  alarmMetrics: 10,
  dashboards: 1,
  dashboardQueries: 7,
  keys: 1,
  secrets: 2,
  workers: new Map([
    ["deliver-notification", { batchSize: 10, windowSeconds: 0, maxConcurrency: 50 }],
    ["receive-inbound-message", { batchSize: 10, windowSeconds: 0, maxConcurrency: 20 }],
    ["apply-chat-event", { batchSize: 10, windowSeconds: 0, maxConcurrency: 20 }],
  ]),
  gigabytes: new Map(
    [
      ...["notifications", "deliver-notification", "chat-events", "receive-inbound-message", "apply-chat-event"],
      ...["announce-and-count", "sweep"],
    ].map((name) => [name, 1]),
  ),
  schedules: [{ name: "sweep", everySeconds: 60 }],
  backedUpTables: new Set(["NotificationsTable", "ChatTable"]),
  keptDays: { content: 7, record: 90 },
  hasWebAcl: false,
  hasWebFunction: true,
  ...given,
});

/** Builds a month in which nothing happens except what the test passes. */
export const aMonth = (given: Partial<Month> = {}): Month => ({
  ...{
    emails: 0,
    owners: 1,
    keyedShare: 0,
    contents: [],
    mailKilobytes: 10,
    chats: 0,
    inbound: 0,
    uploads: 0,
    testOwners: 0,
    views: 30,
  },
  ...given,
});
