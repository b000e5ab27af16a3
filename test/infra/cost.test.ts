import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settings as prodExample } from "../../config/prod.example.ts";
import { type Bill, billOf } from "../../ops/cost/bill.ts";
import { type DeployedStage, deployedStage } from "../../ops/cost/deployed-stage.ts";
import { deliveryBatches } from "../../ops/cost/messages.ts";
import type { Month } from "../../ops/cost/month.ts";
import { SERVICES, type Service } from "../../ops/cost/prices.ts";
import { aMonth } from "../support/a-deployed-stage.ts";
import { resourcesOf, synthesise } from "./stacks/synthesise.ts";

const PROD = { stage: "prod", ...prodExample };
const templatesOf = (given: Record<string, unknown> = {}) => {
  const { data, service, panel } = synthesise({ ...PROD, ...given });
  return [data, service, panel];
};
const stageOf = (given: Record<string, unknown> = {}): DeployedStage =>
  deployedStage(templatesOf(given).map((template): unknown => template.toJSON()));

const MILLION = { emails: 1_000_000 };
const EVENLY = aMonth(MILLION);
const SMALL_CAMPAIGNS = aMonth({ ...MILLION, perSecond: 20 });
const CAMPAIGNS = aMonth({ ...MILLION, perSecond: 200 });
/** The rows of the table that depend on the kind of emails. */
const LIKES: readonly (readonly [what: string, more: Partial<Month>])[] = [
  ["of one owner, short, without keys", {}],
  ["of 1,000 owners (`--owners 1000`)", { owners: 1000 }],
  ["all with an `Idempotency-Key` (`--keyed 100`)", { keyedShare: 1 }],
  ["with 4 KB of stored content (`--sizes 4:100`)", { contents: [{ kilobytes: 4, share: 1 }] }],
  ["with 20 KB of stored content (`--sizes 20:100`)", { contents: [{ kilobytes: 20, share: 1 }] }],
  ["with 300 KB, in the bucket (`--sizes 300:100`)", { contents: [{ kilobytes: 300, share: 1 }] }],
];

const money = (dollars: number): string => dollars.toFixed(2);
const costOf = ({ lines }: Bill, service: Service): number =>
  lines.find((line) => line.service === service)?.dollars ?? 0;

/** Returns the rows of the table of a page that begins with this column, as the page shows them. */
function rowsBelow(column: string, page = "cost.md"): string {
  const lines = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8").split("\n");
  const rows = lines.slice(lines.findIndex((line) => line.startsWith(`| ${column} |`)) + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end).join("\n");
}
const written = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");

describe("the bill of a production stage", () => {
  it("is the one in docs/cost.md, cell by cell: by service", () => {
    const bills = [aMonth(), EVENLY, CAMPAIGNS].map((month) => billOf(stageOf(), month));
    const rows = SERVICES.map((service) => [service, ...bills.map((bill) => money(costOf(bill, service)))]);
    const used = rows.filter(([, ...cells]) => cells.some((cell) => cell !== "0.00"));
    const together = ["together", ...bills.map(({ dollars }) => money(dollars))];
    expect(rowsBelow("service")).toBe(written([...used, together]));
  });

  it("is the one in docs/cost.md, cell by cell: by owners, keys and sizes", () => {
    const stage = stageOf();
    const rows = LIKES.map(([what, more]) => {
      const bills = [EVENLY, CAMPAIGNS].map((month) => billOf(stage, { ...month, ...more }));
      return [what, ...bills.map(({ dollars }) => money(dollars))];
    });
    expect(rowsBelow("a million emails")).toBe(written(rows));
  });

  it("is the one in docs/cost.md, cell by cell: by batching window", () => {
    const rows = [0, 1, 5, 20].map((deliveryWindowSeconds) => {
      const stage = stageOf({ deliveryWindowSeconds });
      const cells = [EVENLY, SMALL_CAMPAIGNS, CAMPAIGNS].map(
        (month) => `${money(billOf(stage, month).dollars)} (${deliveryBatches(stage, month).perInvocation.toFixed(1)})`,
      );
      return [String(deliveryWindowSeconds), ...cells];
    });
    expect(rowsBelow("`deliveryWindowSeconds`")).toBe(written(rows));
  });
});

describe("a batching window", () => {
  it("saves what docs/decisions/deliver-at-once.md says", () => {
    const costs = (stage: DeployedStage) => [EVENLY, SMALL_CAMPAIGNS].map((month) => billOf(stage, month).dollars);
    const without = costs(stageOf());
    const rows = [1, 5, 20].map((deliveryWindowSeconds) => {
      const stage = stageOf({ deliveryWindowSeconds });
      const cells = costs(stage).map((dollars, i) => {
        const size = deliveryBatches(stage, [EVENLY, SMALL_CAMPAIGNS][i] ?? EVENLY).perInvocation;
        return `${money((without[i] ?? 0) - dollars)} (${size.toFixed(1)})`;
      });
      return [`${deliveryWindowSeconds} s`, ...cells];
    });
    expect(rowsBelow("window", "decisions/deliver-at-once.md")).toBe(written(rows));
  });
});

describe("deployedStage()", () => {
  const count = (type: string, given?: Record<string, unknown>) =>
    templatesOf(given).flatMap((template) => resourcesOf(template, type)).length;

  it("counts what stands in the templates", () => {
    const stage = stageOf();
    expect(stage.dashboards).toBe(count("AWS::CloudWatch::Dashboard"));
    expect(stage.dashboardQueries).toBe(7);
    expect(stage.keys).toBe(count("AWS::KMS::Key"));
    expect(stage.secrets).toBe(count("AWS::SecretsManager::Secret"));
    expect(stage.workers.size + 3).toBe(count("AWS::Lambda::EventSourceMapping"));
    expect(stage.schedules).toEqual([
      { name: "sweep-webhooks", everySeconds: 60 },
      { name: "send-alerts", everySeconds: 60 },
      { name: "reconcile-chat-templates", everySeconds: 3600 },
      // The schedule of the sweep calls it for each part of the shards.
      ...Array.from({ length: 5 }, () => ({ name: "sweep", everySeconds: 60 })),
    ]);
    expect(stage.gigabytes.get("sweep")).toBe(1769 / 1024);
    expect(stage.backedUpTables).toEqual(
      new Set(["ConfigTable", "ApiKeysTable", "NotificationsTable", "ChatTable", "EventsTable", "WebhooksTable"]),
    );
  });

  it("counts an alarm by the metrics that it looks at", () => {
    const alarm = (Properties: object) => ({ Resources: { Alarm: { Type: "AWS::CloudWatch::Alarm", Properties } } });
    const function_ = {
      Type: "AWS::Lambda::Function",
      Properties: { Environment: { Variables: { CONTENT_KEPT_DAYS: "7", RECORD_KEPT_DAYS: "90" } } },
    };
    const metricsOf = (properties: object) =>
      deployedStage([alarm(properties), { Resources: { Function: function_ } }]).alarmMetrics;
    expect(metricsOf({ MetricName: "Errors" })).toBe(1);
    const [one, other] = [{ MetricStat: { Stat: "Sum" } }, { MetricStat: { Stat: "p99" } }];
    expect(metricsOf({ Metrics: [{ Expression: "one + other" }, one, other] })).toBe(2);
    expect(metricsOf({ Metrics: [{ Expression: 'SELECT SUM(Errors) FROM "AWS/Lambda"' }] })).toBe(1);
  });

  it("follows the settings", () => {
    const webAclArn = "arn:aws:wafv2:us-east-1:123456789012:global/webacl/herald/1";
    const others = stageOf({
      ...{ webAclArn, originSecretGeneration: 3, deliveryWindowSeconds: 5, contentKeptDays: 3, recordKeptDays: 10 },
      ...{ templateReconcileMinutes: 30, uploadServerDomain: "uploads.example.com" },
    });
    const usual = stageOf();
    expect([usual.hasWebAcl, others.hasWebAcl]).toEqual([false, true]);
    expect([usual.hasWebFunction, others.hasWebFunction]).toEqual([true, false]);
    expect(others.secrets - usual.secrets).toBe(1);
    expect(others.keptDays).toEqual({ content: 3, record: 10 });
    expect(others.workers.get("deliver-notification")).toEqual({ batchSize: 10, windowSeconds: 5, maxConcurrency: 50 });
    expect(others.schedules).toContainEqual({ name: "reconcile-chat-templates", everySeconds: 1800 });
    expect(usual.alarmMetrics - others.alarmMetrics).toBe(1);
  });

  it("says what it cannot count", () => {
    const rule = { Type: "AWS::Events::Rule", Properties: { ScheduleExpression: "cron(0 9 * * ? *)", Targets: [{}] } };
    const templates = templatesOf().map((template): unknown => template.toJSON());
    expect(() => deployedStage([...templates, { Resources: { Rule: rule } }])).toThrow();
    expect(() => deployedStage([{ Resources: {} }])).toThrow("no function of the template has the variable");
  });
});
