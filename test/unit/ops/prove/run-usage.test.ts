import { describe, expect, it } from "vitest";
import { MAIL_KILOBYTES } from "../../../../ops/cost/month.ts";
import { usageOf } from "../../../../ops/cost/usage.ts";
import { dollarsOf, runUsage } from "../../../../ops/prove/run-usage.ts";
import { aDeployedStage, aMonth } from "../../../support/a-deployed-stage.ts";

describe("runUsage()", () => {
  it("is a share of the month at rest when nothing is sent", () => {
    const rest = usageOf(aDeployedStage(), aMonth({ views: 0 }));
    const run = runUsage(aDeployedStage(), { emails: 0, perSecond: 1, hours: 72 });
    expect(run.get("queueRequests")).toBeCloseTo((rest.get("queueRequests") ?? 0) / 10);
    expect(run.get("keyMonths")).toBeCloseTo(0.1);
  });

  it("adds all that its mails use, but only the hours of what is billed by the month", () => {
    const month = aMonth({ emails: 900, perSecond: 5, mailKilobytes: MAIL_KILOBYTES, views: 0 });
    const [rest, busy] = [usageOf(aDeployedStage(), aMonth({ views: 0 })), usageOf(aDeployedStage(), month)];
    const run = runUsage(aDeployedStage(), { emails: 900, perSecond: 5, hours: 1 });
    const mails = (busy.get("tableWriteUnits") ?? 0) - (rest.get("tableWriteUnits") ?? 0);
    expect(run.get("tableWriteUnits")).toBeCloseTo(mails);
    expect(mails).toBeGreaterThan(900 * 7);
    expect(run.get("metricMonths")).toBeCloseTo((busy.get("metricMonths") ?? 0) / 720);
  });

  it("costs less than a dollar for an hour and a thousand mails", () => {
    const dollars = dollarsOf(runUsage(aDeployedStage(), { emails: 1000, perSecond: 5, hours: 1 }));
    expect(dollars).toBeGreaterThan(0.005);
    expect(dollars).toBeLessThan(1);
  });
});
