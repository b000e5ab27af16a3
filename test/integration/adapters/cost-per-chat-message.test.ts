import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reset } from "../../support/cost-meter.ts";
import {
  BATCH,
  type MeteredEngines,
  meteredEngines,
  meteredService,
  perNotification,
} from "../../support/metered-service.ts";

/**
 * The measured cost with a little room, so that it cannot grow unnoticed. It covers only sending; the events have units
 * of their own.
 */
const BUDGET = { writeUnits: 18, readUnits: 9, queueRequests: 1.2 };
/** Half a read unit looks for the words by which customers stop marketing. */
const INBOUND_BUDGET = { writeUnits: 11, readUnits: 5.5 };
const EVENTS_BUDGET = { writeUnits: 7, readUnits: 8 };

let engines: MeteredEngines;
beforeAll(async () => {
  engines = await meteredEngines();
});
afterAll(() => engines.close());

const phoneOf = (i: number) => `+1555123${String(i).padStart(4, "0")}`;
const TEXT = { type: "text", text: { body: "Good morning, your order is on its way." } };

describe("one chat notification, accepted, sent and reported on with warm caches", () => {
  it.each(["a text", "a template"])("stays within the budget of units and requests: %s", async (what) => {
    const { accept, deliverBatch, chat, costs, close } = await meteredService(engines);
    try {
      const payload = what === "a text" ? TEXT : { template_id: chat.template.id, values: { parameter_1: "Ana" } };
      const send = (i: number) => accept({ channel: "chat", recipient: phoneOf(i), chat: payload });
      for (let i = 0; i <= BATCH; i++) await chat.writes(phoneOf(i));
      await send(BATCH);
      await deliverBatch();
      await chat.report();
      reset(costs);
      for (let i = 0; i < BATCH; i++) await send(i);
      await deliverBatch();
      expect(chat.sender.sent).toHaveLength(BATCH);
      const sending = perNotification(costs);
      if (process.env.SHOW_COSTS) console.log(what, "sending", sending, costs.calls);
      expect(sending.writeUnits).toBeLessThanOrEqual(BUDGET.writeUnits);
      expect(sending.readUnits).toBeLessThanOrEqual(BUDGET.readUnits);
      expect(sending.queueRequests).toBeLessThanOrEqual(BUDGET.queueRequests);
      expect(Math.min(sending.writeUnits, sending.readUnits, sending.queueRequests)).toBeGreaterThan(0.4);
      reset(costs);
      await chat.report();
      const events = perNotification(costs);
      if (process.env.SHOW_COSTS) console.log(what, "events", events, costs.calls);
      expect(events.writeUnits).toBeLessThanOrEqual(EVENTS_BUDGET.writeUnits);
      expect(events.readUnits).toBeLessThanOrEqual(EVENTS_BUDGET.readUnits);
      expect(events.writeUnits).toBeGreaterThan(2);
    } finally {
      close();
    }
  });
});

describe("one text of a customer", () => {
  it("stays within the budget of units", async () => {
    const { chat, costs, close } = await meteredService(engines);
    try {
      for (let i = 0; i < BATCH; i++) expect(await chat.receive(phoneOf(i))).toBe("added");
      reset(costs);
      for (let i = 0; i < BATCH; i++) expect(await chat.receive(phoneOf(i))).toBe("added");
      const receiving = perNotification(costs);
      if (process.env.SHOW_COSTS) console.log("receiving", receiving, costs.calls);
      expect(receiving.writeUnits).toBeLessThanOrEqual(INBOUND_BUDGET.writeUnits);
      expect(receiving.readUnits).toBeLessThanOrEqual(INBOUND_BUDGET.readUnits);
      expect(Math.min(receiving.writeUnits, receiving.readUnits)).toBeGreaterThan(2);
    } finally {
      close();
    }
  });
});
