import fc from "fast-check";
import { expect, it } from "vitest";
import { type DeliverWebhookDeps, deliverWebhook } from "../../../shared/webhooks/deliver-webhook.ts";
import { answering, aWebhookWorld, OK } from "../../support/a-webhook-world.ts";

type Method = (...args: never[]) => Promise<unknown>;

interface Worker {
  /** The worker dies after this many calls, before or after the last one. */
  readonly diesAfter: number | undefined;
  readonly diesBehind: boolean;
  readonly events: number;
  /** All workers take this many steps before the next one comes. */
  readonly steps: number;
}

const aWorker = fc.record({
  diesAfter: fc.option(fc.nat({ max: 60 }), { nil: undefined, freq: 2 }),
  diesBehind: fc.boolean(),
  events: fc.nat({ max: 5 }),
  steps: fc.nat({ max: 80 }),
});

const forEver = () => new Promise<never>(() => {});

/** Represents a process whose calls of stores and receivers alternate with those of all others, until it dies. */
function asWorker(deps: DeliverWebhookDeps, scheduler: fc.Scheduler, { diesAfter, diesBehind }: Worker) {
  let calls = 0;
  let isDead = false;
  const oneByOne = <Port extends object>(port: Port): Port => {
    const call = async (method: Method, args: never[]) => {
      if (isDead) return forEver();
      const isLast = calls++ === diesAfter;
      isDead ||= isLast && !diesBehind;
      await scheduler.schedule(Promise.resolve());
      if (isDead) return forEver();
      const answer = await method.apply(port, args);
      isDead ||= isLast;
      await scheduler.schedule(Promise.resolve());
      return isDead ? forEver() : answer;
    };
    return Object.fromEntries(
      Object.entries(port).map(([name, method]) => [name, (...args: never[]) => call(method as Method, args)]),
    ) as Port;
  };
  const { webhooks, progress, webhookLog, feed, webhookSender, ...rest } = deps;
  return {
    ...{ ...rest, webhooks: oneByOne(webhooks), progress: oneByOne(progress), webhookLog: oneByOne(webhookLog) },
    ...{ feed: oneByOne(feed), webhookSender: oneByOne(webhookSender) },
  };
}

it("sends every event, none that the log has as sent, and ten at a time, in whatever order workers take turns and die", async () => {
  const outcomes = fc.array(fc.boolean(), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(aWorker, { minLength: 1, maxLength: 4 }),
      outcomes,
      async (s, workers, fails) => {
        const world = aWebhookWorld();
        const webhook = await world.started();
        const [again, events]: [string[], string[]] = [[], []];
        let [underWay, most, asked] = [0, 0, 0];
        let isOver = false;
        world.receivers.set(webhook.url, async ({ eventId }) => {
          const { deliveries } = await world.webhookLog.list(webhook.id, { status: "success", limit: 1000 });
          if (deliveries.some((one) => one.eventId === eventId)) again.push(eventId);
          if (isOver) return OK;
          most = Math.max(most, ++underWay);
          await s.schedule(Promise.resolve());
          underWay--;
          return fails[asked++] ? answering(500) : OK;
        });
        for (const worker of workers) {
          const happened = await world.happened(webhook.owner, worker.events);
          events.push(...happened.map(({ id }) => id));
          const message = { owner: webhook.owner, webhookId: webhook.id };
          // The queue delivers the message again, because nobody deletes it.
          if (worker.diesAfter !== undefined) world.queued.push({ message, dueMs: world.clock.now() + 300_000 });
          void deliverWebhook(asWorker(world.deps, s, worker), message);
          for (let steps = 0; steps < worker.steps && s.count() > 0; steps++) await s.waitOne();
        }
        await s.waitIdle();
        const isUndisturbed = workers.every(({ diesAfter }) => diesAfter === undefined);
        if (isUndisturbed) expect(new Set(world.sentTo(webhook))).toEqual(new Set(events));
        // No worker is left, so the sweep and the messages on the queue do the rest.
        isOver = true;
        await world.pass(600_000, 5000);
        const { deliveries } = await world.webhookLog.list(webhook.id, { status: "success", limit: 1000 });
        expect(new Set(deliveries.map(({ eventId }) => eventId))).toEqual(new Set(events));
        expect(again).toEqual([]);
        expect(most).toBeLessThanOrEqual(10);
        if (isUndisturbed)
          expect(world.requests).toHaveLength(events.length + fails.slice(0, asked).filter(Boolean).length);
      },
    ),
    { numRuns: 600 },
  );
});
