import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { WebhookDelivery } from "../../../shared/webhooks/domain/webhook-delivery.ts";
import { DynamoWebhookLog } from "../../../shared/webhooks/dynamo/webhook-log.ts";
import type { DeliveryQuery, WebhookLog } from "../../../shared/webhooks/ports.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryWebhookLog } from "../../support/in-memory-webhook-log.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const DAY_MS = 86_400_000;

/** Tests the promises that every WebhookLog keeps. */
function logContract(name: string, open: (clock: Clock) => WebhookLog): void {
  describe(`WebhookLog: ${name}`, () => {
    const setUp = () => {
      const clock = fakeClock();
      const log = open(clock);
      const id = crypto.randomUUID();
      const aTry = (changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
        ...{ eventId: `evt_${crypto.randomUUID()}`, type: "notification.sent", position: 3, attempt: 1 },
        ...{ status: "failed", atMs: clock.now(), statusCode: 500, durationMs: 12, body: "no" },
        ...changes,
      });
      const pendingOf = ({ eventId, type, position, attempt }: WebhookDelivery, inMs: number): WebhookDelivery => ({
        ...{ eventId, type, position, attempt: attempt + 1, status: "pending", atMs: clock.now() + inMs },
      });
      /** Reads all pages, one after the other. */
      const listed = async (query: DeliveryQuery): Promise<WebhookDelivery[]> => {
        const { deliveries, next } = await log.list(id, query);
        return next === undefined ? [...deliveries] : [...deliveries, ...(await listed({ ...query, from: next }))];
      };
      return { clock, log, id, aTry, pendingOf, listed };
    };

    it("shows the tries of one webhook newest first, in pages, a pending one before all others", async () => {
      const { log, id, aTry, pendingOf, listed, clock } = setUp();
      const tries: WebhookDelivery[] = [];
      for (let i = 0; i < 5; i++) {
        tries.unshift(aTry());
        await log.note(id, { made: tries[0] as WebhookDelivery });
        clock.advance(10);
      }
      const failed = aTry({ error: "connection refused", statusCode: undefined, body: undefined });
      const pending = pendingOf(failed, 5000);
      await log.note(id, { made: failed, next: pending });
      await log.note(crypto.randomUUID(), { made: aTry() });
      expect(await listed({ limit: 2 })).toEqual([pending, failed, ...tries]);
      expect(await log.list(id, { limit: 7 })).toEqual({ deliveries: [pending, failed, ...tries] });
    });

    it("shows the tries of one status, in pages", async () => {
      const { log, id, aTry, listed, clock } = setUp();
      const good: WebhookDelivery[] = [];
      for (let i = 0; i < 30; i++) {
        const made = aTry(i % 3 === 0 ? { status: "success", statusCode: 204 } : {});
        if (made.status === "success") good.unshift(made);
        await log.note(id, { made });
        clock.advance(1);
      }
      expect(await listed({ limit: 4, status: "success" })).toEqual(good);
      expect(await listed({ limit: 4, status: "pending" })).toEqual([]);
    });

    it("finds the last failure behind a crowd of pending tries", async () => {
      const { log, id, aTry, pendingOf } = setUp();
      const failures: WebhookDelivery[] = [];
      for (let i = 0; i < 25; i++) {
        const made = aTry();
        failures.push(made);
        await log.note(id, { made, next: pendingOf(made, 5000 + i) });
      }
      const { deliveries } = await log.list(id, { limit: 1, status: "failed" });
      expect(deliveries).toHaveLength(1);
      expect(failures).toContainEqual(deliveries[0]);
    });

    it("keeps tries for 30 days", async () => {
      const { log, id, aTry, clock } = setUp();
      const made = aTry();
      await log.note(id, { made });
      clock.advance(30 * DAY_MS - 1000);
      expect((await log.list(id, { limit: 5 })).deliveries).toEqual([made]);
      clock.advance(2000);
      expect((await log.list(id, { limit: 5 })).deliveries).toEqual([]);
      expect(await log.retry(id, made.eventId, clock.now())).toBe(false);
    });

    it("knows which events have been tried", async () => {
      const { log, id, aTry } = setUp();
      const [one, other, neither] = [aTry(), aTry({ status: "success" }), aTry()];
      await log.note(id, { made: one });
      await log.note(id, { made: other });
      const ids = [one, other, neither, one].map(({ eventId }) => eventId);
      expect([...(await log.tried(id, ids))].toSorted()).toEqual([one.eventId, other.eventId].toSorted());
      expect(await log.tried(crypto.randomUUID(), ids)).toEqual(new Set());
      expect(await log.tried(id, [])).toEqual(new Set());
    });

    it("gives due tries in their order, and says when the next one is due", async () => {
      const { log, id, aTry, pendingOf, clock } = setUp();
      const tries = [300, 100, 200, 900].map((inMs) => {
        const made = aTry();
        return { made, next: pendingOf(made, inMs) };
      });
      const [third, first, second, last] = tries.map(({ next }) => next);
      for (const note of tries) await log.note(id, note);
      const start = clock.now();
      expect(await log.due(id, start, 10)).toEqual({ deliveries: [], nextDueMs: start + 100 });
      clock.advance(300);
      expect(await log.due(id, clock.now(), 10)).toEqual({
        deliveries: [first, second, third],
        nextDueMs: start + 900,
      });
      expect(await log.due(id, clock.now(), 2)).toEqual({ deliveries: [first, second], nextDueMs: start + 300 });
      clock.advance(600);
      expect(await log.due(id, clock.now(), 4)).toEqual({ deliveries: [first, second, third, last] });
      expect(await log.due(crypto.randomUUID(), clock.now(), 4)).toEqual({ deliveries: [] });
    });

    it("replaces a pending try by the one that was made, and by the next one", async () => {
      const { log, id, aTry, pendingOf, clock } = setUp();
      const made = aTry();
      const second = pendingOf(made, 100);
      await log.note(id, { made, next: second });
      expect(await log.last(id, made.eventId)).toEqual({ attempt: 1, atMs: made.atMs, pendingAtMs: second.atMs });
      clock.advance(100);
      const madeAgain = aTry({ ...second, status: "failed", atMs: clock.now() });
      const third = pendingOf(madeAgain, 500);
      await log.note(id, { made: madeAgain, next: third, pendingAtMs: second.atMs });
      expect(await log.due(id, clock.now() + 500, 5)).toEqual({ deliveries: [third] });
      expect(await log.last(id, made.eventId)).toEqual({ attempt: 2, atMs: madeAgain.atMs, pendingAtMs: third.atMs });
      clock.advance(500);
      await log.note(id, { made: aTry({ ...third, status: "success" }), pendingAtMs: third.atMs });
      expect(await log.due(id, clock.now(), 5)).toEqual({ deliveries: [] });
      expect(await log.last(id, made.eventId)).toEqual({ attempt: 3, atMs: clock.now() });
      expect((await log.list(id, { limit: 9 })).deliveries.map(({ status }) => status)).toEqual([
        ...["success", "failed", "failed"],
      ]);
    });

    it("leaves a try as it was noted first, but takes it from the pending ones", async () => {
      const { log, id, aTry, pendingOf, clock } = setUp();
      const made = aTry();
      const pending = pendingOf(made, 100);
      await log.note(id, { made, next: pending });
      await log.note(id, { made: { ...made, status: "success" } });
      await log.note(id, { made: { ...made, status: "success" }, next: pendingOf(made, 200) });
      expect((await log.list(id, { limit: 9 })).deliveries).toEqual([pending, made]);
      await log.note(id, { made: { ...made, status: "success" }, pendingAtMs: pending.atMs });
      expect((await log.list(id, { limit: 9 })).deliveries).toEqual([made]);
      expect(await log.due(id, clock.now() + 1000, 9)).toEqual({ deliveries: [] });
    });

    it("puts a try that is asked for by hand on the list at once", async () => {
      const { log, id, aTry, clock } = setUp();
      const made = aTry({ status: "success" });
      await log.note(id, { made });
      clock.advance(50);
      expect(await log.retry(id, made.eventId, clock.now())).toBe(true);
      const { eventId, type, position } = made;
      const pending = { eventId, type, position, attempt: 2, status: "pending", atMs: clock.now() };
      expect(await log.due(id, clock.now(), 5)).toEqual({ deliveries: [pending] });
      clock.advance(50);
      expect(await log.retry(id, made.eventId, clock.now())).toBe(true);
      expect(await log.due(id, clock.now(), 5)).toEqual({ deliveries: [pending] });
    });

    it("moves a pending try forward when it is asked for by hand", async () => {
      const { log, id, aTry, pendingOf, clock } = setUp();
      const made = aTry();
      const pending = pendingOf(made, 5000);
      await log.note(id, { made, next: pending });
      clock.advance(100);
      expect(await log.retry(id, made.eventId, clock.now())).toBe(true);
      expect(await log.due(id, clock.now() + 9000, 5)).toEqual({ deliveries: [{ ...pending, atMs: clock.now() }] });
      expect(await log.last(id, made.eventId)).toMatchObject({ attempt: 1, pendingAtMs: clock.now() });
    });

    it("erases a log part by part, and no other one", async () => {
      const { log, id, aTry, pendingOf, listed } = setUp();
      const other = crypto.randomUUID();
      const kept = aTry();
      await log.note(other, { made: kept });
      const notes = Array.from({ length: 280 }, (_, i) => {
        const made = aTry();
        return { made, ...(i < 20 && { next: pendingOf(made, 5000 + i) }) };
      });
      await Promise.all(notes.map((note) => log.note(id, note)));
      let parts = 1;
      while (await log.erase(id)) parts += 1;
      expect(parts).toBeGreaterThan(1);
      expect(await listed({ limit: 100 })).toEqual([]);
      expect(await log.due(id, Number.MAX_SAFE_INTEGER, 5)).toEqual({ deliveries: [] });
      expect(await log.erase(id)).toBe(false);
      expect((await log.list(other, { limit: 5 })).deliveries).toEqual([kept]);
    });

    it("knows no try of an event that was never sent", async () => {
      const { log, id, clock } = setUp();
      expect(await log.retry(id, "evt_unknown", clock.now())).toBe(false);
      expect(await log.last(id, "evt_unknown")).toBeUndefined();
    });

    it("puts one try on the list, however many ask for it side by side", async () => {
      const { log, id, aTry, pendingOf, clock } = setUp();
      const made = aTry();
      await log.note(id, { made, next: pendingOf(made, 5000) });
      const asked = await Promise.all(Array.from({ length: 4 }, () => log.retry(id, made.eventId, clock.now())));
      expect(asked).toEqual([true, true, true, true]);
      expect((await log.due(id, clock.now() + 9000, 5)).deliveries).toHaveLength(1);
    });
  });
}

logContract("the table", (clock) => new DynamoWebhookLog(fixture.client, { table: "Webhooks", clock }));
logContract("the in-memory double", (clock) => inMemoryWebhookLog(clock));
