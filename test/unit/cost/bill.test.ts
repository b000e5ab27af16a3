import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { billOf } from "../../../ops/cost/bill.ts";
import { PRICES } from "../../../ops/cost/prices.ts";
import { usageOf } from "../../../ops/cost/usage.ts";

const NOTHING = { emails: 0, chats: 0, uploads: 0 };
const amount = fc.integer({ min: 0, max: 100_000_000 });
const month = fc.record({ emails: amount, chats: amount, uploads: amount });

describe("usageOf()", () => {
  it("knows a price for every unit that a month can use", () => {
    const units = [...usageOf({ emails: 1, chats: 1, uploads: 1 }).keys()];
    expect(units.filter((unit) => !Object.hasOwn(PRICES, unit))).toEqual([]);
  });
});

describe("billOf()", () => {
  it("charges a month at rest for what stands there, and nothing for messages", () => {
    const { lines, dollars } = billOf(NOTHING);
    expect(lines.map(({ service }) => service)).not.toContain("End User Messaging");
    expect(dollars).toBeGreaterThan(1);
    expect(dollars).toBeLessThan(30);
  });

  it("adds up to the lines, whose shares make a whole, dearest first", () => {
    fc.assert(
      fc.property(month, (sent) => {
        const { lines, dollars } = billOf(sent);
        expect(lines.reduce((sum, line) => sum + line.dollars, 0)).toBeCloseTo(dollars, 4);
        expect(lines.reduce((sum, line) => sum + line.share, 0)).toBeCloseTo(1, 9);
        expect(lines.map((line) => line.dollars)).toEqual(lines.map((line) => line.dollars).sort((a, b) => b - a));
      }),
      { numRuns: 50 },
    );
  });

  it("grows in proportion: another million emails costs the same as the million before", () => {
    const at = (emails: number) => billOf({ ...NOTHING, emails }).dollars;
    expect(at(2_000_000) - at(1_000_000)).toBeCloseTo(at(1_000_000) - at(0), 6);
  });

  it("charges 11.83 dollars for a million emails beside what stands, each service to the cent", () => {
    const centsOf = (bill: ReturnType<typeof billOf>) =>
      new Map(bill.lines.map(({ service, dollars }) => [service, dollars * 100]));
    const [rest, sent] = [billOf(NOTHING), billOf({ ...NOTHING, emails: 1_000_000 })];
    const atRest = centsOf(rest);
    const beside = [...centsOf(sent)].map(([service, cents]) => [
      service,
      Math.round(cents - (atRest.get(service) ?? 0)),
    ]);
    expect(Object.fromEntries(beside)).toEqual({
      // 8 write and 2 read units; 2 kB for a week and 1 kB for three months.
      DynamoDB: 525 + 87,
      // 1.1 calls, 0.15 GB seconds.
      Lambda: 22 + 200,
      // A request, a function call, 1 kB out.
      CloudFront: 119,
      "API Gateway": 100,
      CloudWatch: 80,
      SQS: 48,
      KMS: 3,
      "Secrets Manager": 0,
    });
    expect(sent.dollars - rest.dollars).toBeCloseTo(11.83, 2);
  });
});
