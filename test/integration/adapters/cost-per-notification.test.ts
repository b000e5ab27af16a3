import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queueRequestsOf } from "../../../ops/cost/batches.ts";
import { COUNTED_EMAIL, COUNTED_INBOUND } from "../../../ops/cost/messages.ts";
import { reset } from "../../support/cost-meter.ts";
import {
  BATCH,
  cheapestOfThree,
  type MeteredEngines,
  meteredEngines,
  meteredService,
  perNotification,
} from "../../support/metered-service.ts";

/**
 * This budget is tighter than the specification's (W-email-budget). Each notification adds at most one request of the
 * rate limiter for tokens; a text of 3 kB adds a write unit.
 */
const BUDGET = { writeUnits: 6, readUnits: 2, queueRequests: 1.2, tableCalls: 5, draws: 1 };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

let engines: MeteredEngines;
beforeAll(async () => {
  engines = await meteredEngines();
});
afterAll(() => engines.close());

describe("one email notification, accepted and delivered with warm caches", () => {
  const short = {
    recipient: "anna@example.org",
    subject: "Your order",
    body: "Good morning, your order is on its way.",
  };
  const text = Array.from({ length: 400 }, () => crypto.randomUUID().slice(0, 7)).join(" ");

  it.each([
    ["a short text by the default account", short, false, BUDGET.writeUnits],
    ["a short text by a named account", short, true, BUDGET.writeUnits],
    ["3 kB of text by the default account", { ...short, body: text }, false, BUDGET.writeUnits + 1],
  ])("stays within the budget of units and requests: %s", async (what, body, isNamed, writeUnits) => {
    const { accept, deliverBatch, mailer, costs, account, close } = await meteredService(engines);
    try {
      const request = isNamed ? { ...body, smtp_account_id: account.id } : body;
      await accept(request);
      await deliverBatch();
      const round = async () => {
        reset(costs);
        for (let i = 0; i < BATCH; i++) await accept(request);
        await deliverBatch();
        const tableCalls = sum(Object.values(costs.calls)) / BATCH;
        if (process.env.SHOW_COSTS) console.log(what, perNotification(costs), costs.calls);
        return { ...perNotification(costs), tableCalls, draws: costs.draws / BATCH };
      };
      const spent = await cheapestOfThree(round);
      expect(mailer.sent).toHaveLength(3 * BATCH + 1);
      expect(spent.writeUnits).toBeLessThanOrEqual(writeUnits);
      expect(spent.readUnits).toBeLessThanOrEqual(BUDGET.readUnits);
      expect(spent.queueRequests).toBeLessThanOrEqual(BUDGET.queueRequests);
      expect(spent.tableCalls).toBeLessThanOrEqual(BUDGET.tableCalls);
      expect(spent.draws).toBeLessThanOrEqual(BUDGET.draws);
      // A meter that counted nothing would pass everything above.
      expect(Math.min(spent.writeUnits, spent.readUnits, spent.queueRequests)).toBeGreaterThan(0.4);
    } finally {
      close();
    }
  });

  it("costs what the bill says", async () => {
    const { accept, deliverBatch, costs, close } = await meteredService(engines);
    try {
      await accept(short);
      await deliverBatch();
      const { writeUnits, readUnits, queueRequests } = await cheapestOfThree(async () => {
        reset(costs);
        for (let i = 0; i < BATCH; i++) await accept(short);
        await deliverBatch();
        return perNotification(costs);
      });
      // The bill counts a request of the rate limiter for tokens for each notification, whereas concurrent
      // notifications may share one.
      expect(writeUnits + BUDGET.draws).toBe(COUNTED_EMAIL.tableWriteUnits);
      expect(readUnits).toBeCloseTo(COUNTED_EMAIL.tableReadUnits, 0);
      expect(queueRequests).toBeCloseTo(queueRequestsOf({ perInvocation: BATCH, perReceive: BATCH }), 1);
    } finally {
      close();
    }
  });

  it.each([
    ["without a key", {}],
    ["under a key", { "idempotency-key": "" }],
  ])("costs no more in a batch of 100, and a tenth of the queue's requests, %s (D41)", async (what, named) => {
    const { accept, acceptBatch, costs, close } = await meteredService(engines);
    const headers = () => ("idempotency-key" in named ? { "idempotency-key": crypto.randomUUID() } : {});
    try {
      await accept(short, headers());
      reset(costs);
      for (let i = 0; i < BATCH; i++) await accept(short, headers());
      const single = perNotification(costs);
      reset(costs);
      await acceptBatch({ notifications: Array.from({ length: 100 }, () => short) }, headers());
      if (process.env.SHOW_COSTS) console.log(what, single, costs);
      expect(costs.writeUnits).toBeLessThanOrEqual(100 * single.writeUnits);
      expect(costs.queueRequests).toBe(10);
      expect(single.queueRequests).toBe(1);
      expect(costs.writeUnits).toBeGreaterThan(100);
      // Items that are stored together share requests. Under an idempotency key each item has a condition and needs a
      // request of its own.
      const tableCalls = sum(Object.values(costs.calls));
      expect(tableCalls).toBeLessThanOrEqual("idempotency-key" in named ? 215 : 22);
    } finally {
      close();
    }
  });

  it("costs what the bill says when a customer writes", async () => {
    const { chat, costs, close } = await meteredService(engines);
    try {
      const phone = "15550001111";
      await chat.writes(phone);
      await chat.receive(phone);
      reset(costs);
      for (let i = 0; i < BATCH; i++) expect(await chat.receive(phone)).toBe("added");
      const { writeUnits, readUnits } = perNotification(costs);
      expect([writeUnits, readUnits]).toEqual([COUNTED_INBOUND.tableWriteUnits, COUNTED_INBOUND.tableReadUnits]);
    } finally {
      close();
    }
  });

  it("pays one more write for an idempotency key, and still stays within the budget", async () => {
    const { accept, deliverBatch, costs, close } = await meteredService(engines);
    try {
      await accept(short);
      await deliverBatch();
      reset(costs);
      for (let i = 0; i < BATCH; i++) await accept(short, { "idempotency-key": `key-${crypto.randomUUID()}` });
      await deliverBatch();
      expect(perNotification(costs).writeUnits).toBeLessThanOrEqual(BUDGET.writeUnits + 1);
    } finally {
      close();
    }
  });
});
