import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { billOf } from "../../../../ops/cost/bill.ts";
import type { DeployedStage } from "../../../../ops/cost/deployed-stage.ts";
import type { Month } from "../../../../ops/cost/month.ts";
import { PRICES, type Unit } from "../../../../ops/cost/prices.ts";
import { usageOf } from "../../../../ops/cost/usage.ts";
import { aDeployedStage, aMonth } from "../../../support/a-deployed-stage.ts";

const amount = fc.integer({ min: 0, max: 100_000_000 });
const month = fc.record({ emails: amount, chats: amount, inbound: amount, uploads: amount });
const MILLION = 1_000_000;
const usedOf = (unit: Unit, stage: Partial<DeployedStage>, sent: Partial<Month>): number =>
  usageOf(aDeployedStage(stage), aMonth(sent)).get(unit) ?? 0;
const delivery = (given: { windowSeconds?: number; maxConcurrency?: number }) => ({
  workers: new Map(aDeployedStage().workers).set("deliver-notification", {
    ...{ batchSize: 10, windowSeconds: 0, maxConcurrency: 50, ...given },
  }),
});

interface Change {
  readonly stage?: Partial<DeployedStage>;
  readonly month?: Partial<Month>;
}
/** Each row has a unit, a change of the stage or the month, and the additional amount of the unit. */
const CHANGES: readonly [unit: Unit, what: string, from: Change, to: Change, more: number][] = [
  ["alarmMonths", "another metric of an alarm", {}, { stage: { alarmMetrics: 11 } }, 1],
  ["dashboardMonths", "another dashboard", {}, { stage: { dashboards: 2 } }, 1],
  ["keyMonths", "another key", {}, { stage: { keys: 2 } }, 1],
  ["secretMonths", "a secret's rotation", {}, { stage: { secrets: 3 } }, 1],
  // Five pollers poll three times a minute.
  [
    "queueRequests",
    "another queue that is polled",
    {},
    {
      stage: {
        workers: new Map(aDeployedStage().workers).set("more", { batchSize: 1, windowSeconds: 0, maxConcurrency: 2 }),
      },
    },
    5 * 3 * 43_200,
  ],
  [
    "functionCalls",
    "a sweep twice as often",
    {},
    { stage: { schedules: [{ name: "sweep", everySeconds: 30 }] } },
    43_200,
  ],
  [
    "tableReadUnits",
    "a sweep twice as often",
    {},
    { stage: { schedules: [{ name: "sweep", everySeconds: 30 }] } },
    // The sweep asks 72 shards, and for the owners of test mode.
    43_200 * 0.5 * 73,
  ],
  // A clock, and what is due, every minute.
  ["tableReadUnits", "an owner of test mode", {}, { month: { testOwners: 1 } }, 43_200 * 1.5],
  ["functionGigabyteSeconds", "an owner of test mode", {}, { month: { testOwners: 1 } }, 43_200 * 0.001_25],
  ["webAclMonths", "a web ACL", {}, { stage: { hasWebAcl: true } }, 1],
  [
    "webAclRequests",
    "emails behind a web ACL",
    { month: { emails: 7 } },
    { stage: { hasWebAcl: true }, month: { emails: 7 } },
    7,
  ],
  ["functionCalls", "an email by itself", {}, { month: { emails: 1 } }, 2 + 2],
  // Batches are full with a hundred changes, and an email has two.
  ["functionCalls", "emails in full batches", {}, { month: { emails: 10, perSecond: 1000 } }, 11 + 0.2],
  ["functionGigabyteSeconds", "an email by itself", {}, { month: { emails: 1 } }, 1.23 + 0.06],
  ["functionGigabyteSeconds", "an email in a full batch", {}, { month: { emails: 1, perSecond: 1000 } }, 0.15 + 0.06],
  [
    "functionGigabyteSeconds",
    "a window",
    { month: { emails: 10, perSecond: 10 } },
    { stage: delivery({ windowSeconds: 1 }), month: { emails: 10, perSecond: 10 } },
    -8,
  ],
  [
    "functionCalls",
    "less concurrency",
    { month: { emails: 12, perSecond: 100 } },
    { stage: delivery({ maxConcurrency: 25 }), month: { emails: 12, perSecond: 100 } },
    12 / 4.8 - 12 / 2.4,
  ],
  ["queueRequests", "an email by itself", {}, { month: { emails: 1 } }, 3],
  ["fairQueueRequests", "an email by itself", {}, { month: { emails: 1 } }, 3],
  // The acceptance and the end are counted, in two writes each.
  ["tableWriteUnits", "an email, its event and its figures", {}, { month: { emails: 1 } }, 8 + 4],
  // A quarter of the changes of a quarter of a second is in one shard and counted together: one more change, or three
  // more.
  [
    "tableWriteUnits",
    "emails that are counted together",
    { month: { emails: MILLION, perSecond: 8 } },
    { month: { emails: MILLION, perSecond: 24 } },
    // The chunks of the feed contain two events or one.
    MILLION * (4 / 4 - 4 / 2 + 1 / 2 - 1),
  ],
  // Batches of four changes count everybody's hour and 3.71 owners' hours. Two events belong to two owners.
  [
    "tableWriteUnits",
    "emails of ten owners instead of one",
    { month: { emails: MILLION, perSecond: 24 } },
    { month: { emails: MILLION, perSecond: 24, owners: 10 } },
    MILLION * ((2 / 4) * (10 * (1 - 0.9 ** 4) - 1) + (10 * (1 - 0.9 ** 2)) / 2 - 1 / 2),
  ],
  [
    "tableWriteUnits",
    "owners whose emails come alone",
    { month: { emails: 1 } },
    { month: { emails: 1, owners: 9 } },
    0,
  ],
  [
    "tableWriteUnits",
    "a half of the emails under a key",
    { month: { emails: 8 } },
    { month: { emails: 8, keyedShare: 0.5 } },
    4,
  ],
  // A content of 4 KB takes five write units and two half read units.
  [
    "tableWriteUnits",
    "a fourth of the emails with 4 KB",
    { month: { emails: 8 } },
    { month: { emails: 8, contents: [{ kilobytes: 4, share: 0.25 }] } },
    2 * 4,
  ],
  [
    "tableReadUnits",
    "a fourth of the emails with 4 KB",
    { month: { emails: 8 } },
    { month: { emails: 8, contents: [{ kilobytes: 4, share: 0.25 }] } },
    2 * 0.5,
  ],
  [
    "objectWrites",
    "a tenth of the emails in the bucket",
    { month: { emails: 100 } },
    { month: { emails: 100, contents: [{ kilobytes: 300, share: 0.1 }] } },
    10,
  ],
  [
    "objectGigabyteMonths",
    "contents of 300 KB, for twice seven days",
    { month: { emails: MILLION } },
    { month: { emails: MILLION, contents: [{ kilobytes: 300, share: 1 }] } },
    300 * (14 / 30),
  ],
  // A worker lives two hours, for any number of owners.
  ["keyRequests", "emails of a thousand owners", {}, { month: { emails: MILLION, owners: 1000 } }, 360],
  ["keyRequests", "a short campaign with fifty workers", {}, { month: { emails: 1000, perSecond: 1000 } }, 50],
  ["tableGigabyteMonths", "emails", {}, { month: { emails: MILLION } }, 2 * (7 / 30) + 3 + 0.7],
  [
    "tableGigabyteMonths",
    "records kept for 30 days less",
    { month: { emails: MILLION } },
    { stage: { keptDays: { content: 7, record: 60 } }, month: { emails: MILLION } },
    -1,
  ],
  ["tableBackupGigabyteMonths", "emails, without their index", {}, { month: { emails: MILLION } }, 2 * (7 / 30) + 3],
  [
    "tableBackupGigabyteMonths",
    "a table without recovery",
    { month: { emails: MILLION } },
    { stage: { backedUpTables: new Set() }, month: { emails: MILLION } },
    -(2 * (7 / 30) + 3),
  ],
  ["outboundGigabytes", "traffic within what is free", {}, { month: { emails: 10 * MILLION } }, 0],
  ["outboundGigabytes", "traffic beyond what is free", {}, { month: { emails: 10 * MILLION, mailKilobytes: 15 } }, 50],
  ["logGigabytes", "emails", {}, { month: { emails: MILLION } }, 2.2 + 2 * 0.3],
  ["metricMonths", "uploads alone", {}, { month: { uploads: 1 } }, 0],
  ["metricMonths", "one channel", {}, { month: { emails: 1 } }, 6],
  ["metricMonths", "both channels", {}, { month: { emails: 1, chats: 1 } }, 12],
  // Seven queries read an eighth of a day's 1000 GB.
  [
    "logScannedGigabytes",
    "another look at the dashboard",
    { stage: { schedules: [] }, month: { uploads: (30_000 * 1e6) / 0.8, views: 1 } },
    { stage: { schedules: [] }, month: { uploads: (30_000 * 1e6) / 0.8, views: 2 } },
    7 * (1000 / 8),
  ],
  [
    "logScannedGigabytes",
    "a dashboard without queries",
    { month: { views: 1000 } },
    { stage: { dashboardQueries: 0 }, month: { views: 1000 } },
    -7 * 1000 * ((43_200 * 0.4e-6) / 240),
  ],
  ["chatMessages", "messages in both directions", {}, { month: { chats: 2, inbound: 3 } }, 5],
  [
    "topicDeliveries",
    "three events of each sent message, one of each written",
    {},
    { month: { chats: 2, inbound: 3 } },
    9,
  ],
  ["tableWriteUnits", "a message that a customer writes, and its event", {}, { month: { inbound: 1 } }, 12],
  ["webFunctionGigabyteSeconds", "an upload", {}, { month: { uploads: 1 } }, 2],
  [
    "webFunctionRequests",
    "uploads to a container",
    { month: { uploads: 3 } },
    { stage: { hasWebFunction: false }, month: { uploads: 3 } },
    -3,
  ],
  ["objectWrites", "an upload", {}, { month: { uploads: 1 } }, 1],
  ["edgeGigabytesOut", "an upload", {}, { month: { uploads: 1 } }, 0.004],
];

describe("usageOf()", () => {
  it("knows a price for every unit that a month can use", () => {
    const stage = aDeployedStage({ hasWebAcl: true });
    const units = [...usageOf(stage, aMonth({ emails: 1, chats: 1, inbound: 1, uploads: 1 })).keys()];
    expect(units.filter((unit) => !Object.hasOwn(PRICES, unit))).toEqual([]);
    // Every price belongs to a unit that something uses.
    expect(Object.keys(PRICES).filter((unit) => !units.includes(unit))).toEqual([]);
  });

  it.each(CHANGES)("%s: %s", (unit, _, from, to, more) => {
    const used = (change: Change) => usedOf(unit, change.stage ?? {}, change.month ?? {});
    expect(used(to) - used(from)).toBeCloseTo(more, 6);
  });

  it("names the function that a template does not have", () => {
    const stage = aDeployedStage({ gigabytes: new Map() });
    expect(() => usageOf(stage, aMonth({ emails: 1 }))).toThrow("no function of the template is called");
    expect(() => usageOf(aDeployedStage({ workers: new Map() }), aMonth())).toThrow("no queue of the template calls");
  });
});

describe("billOf()", () => {
  const stage = aDeployedStage();

  it("charges a month at rest for what stands there, and nothing for messages", () => {
    const { lines } = billOf(stage, aMonth());
    const services = ["CloudWatch", "SQS", "KMS", "Secrets Manager", "DynamoDB", "Lambda"];
    expect(new Set(lines.map(({ service }) => service))).toEqual(new Set(services));
  });

  it("adds up to the lines, whose shares make a whole, dearest first", () => {
    fc.assert(
      fc.property(month, (sent) => {
        const { lines, dollars } = billOf(stage, aMonth(sent));
        expect(lines.reduce((sum, line) => sum + line.dollars, 0)).toBeCloseTo(dollars, 4);
        expect(lines.reduce((sum, line) => sum + line.share, 0)).toBeCloseTo(1, 9);
        expect(lines.map((line) => line.dollars)).toEqual(lines.map((line) => line.dollars).sort((a, b) => b - a));
      }),
      { numRuns: 50 },
    );
  });

  it("grows in proportion while mails come at one rate", () => {
    const at = (emails: number) => billOf(stage, aMonth({ emails, perSecond: 20 })).dollars;
    expect(at(3 * MILLION) - at(2 * MILLION)).toBeCloseTo(at(2 * MILLION) - at(MILLION), 6);
  });

  it("charges a million emails beside what stands, each service to the cent", () => {
    const centsOf = (bill: ReturnType<typeof billOf>) =>
      new Map(bill.lines.map(({ service, dollars }) => [service, dollars * 100]));
    const rest = billOf(stage, aMonth());
    const sent = billOf(stage, aMonth({ emails: MILLION, perSecond: 1000 }));
    const atRest = centsOf(rest);
    const beside = [...centsOf(sent)].map(([service, cents]) => [
      service,
      Math.round(cents - (atRest.get(service) ?? 0)),
    ]);
    expect(Object.fromEntries(beside)).toEqual({
      // A mail takes 7 write and 2 read units; it stores 2 kB for a week and 1 kB for three months, with a backup. The
      // event stores 0.7 kB for a month, in a table without a backup here; fifty events together take 3 write and 2
      // read units. 100 changes of a shard are counted together, in 2 writes.
      DynamoDB: Math.round(437.5 + 25 + 86.67 + 69.33 + 17.5 + 3.75 + 0.5 + 2.5),
      // A mail takes 1.1 calls and 0.15 GB seconds. Two changes of it are announced and counted, with calls and
      // gigabyte seconds as if they were alone; their log is below.
      Lambda: Math.round(22 + 200 + 0.4 + 80),
      // A mail takes a request, a function call, and 1 kB of outgoing traffic.
      CloudFront: 119,
      "API Gateway": 100,
      // There are 2.2 kB of log, six metrics, and a look a day.
      CloudWatch: 110 + 180 + 1 + 30,
      // A mail takes 1.2 requests with a group.
      SQS: 60,
      KMS: 0,
      "Secrets Manager": 0,
    });
  });
});
