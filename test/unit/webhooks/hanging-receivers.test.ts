import { expect, it } from "vitest";
import { functions } from "../../../lib/functions.ts";
import { deliverWebhook } from "../../../shared/webhooks/deliver-webhook.ts";
import type { WebhookAnswer } from "../../../shared/webhooks/ports.ts";
import { sweepWebhooks } from "../../../shared/webhooks/sweep-webhooks.ts";
import type { aWebhookWorld } from "../../support/a-webhook-world.ts";
import { aWebhookWorldInTime } from "../../support/a-webhook-world-in-time.ts";
import { anOwner } from "../../support/an-owner.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";

const SILENT: WebhookAnswer = { kind: "unanswered", error: "no answer within 15 s", durationMs: 15_000 };
const HANGING = 50;
const SECONDS = 600;
const TICK_MS = 100;

function workersAtMost(): number {
  const trigger = functions.find(({ name }) => name === "deliver-webhooks")?.trigger;
  if (trigger?.kind !== "queue") throw new Error("no queue has workers of webhooks");
  return trigger.maxConcurrency;
}

/**
 * Runs as many workers at the same time as the deployment allows. They take messages in the order in which these are
 * due.
 */
function aPool(world: ReturnType<typeof aWebhookWorld>, size: number) {
  const busy: number[] = [];
  let working = 0;
  function fill(): void {
    const due = world.queued.filter(({ dueMs }) => dueMs <= world.clock.now());
    for (const one of due.toSorted((a, b) => a.dueMs - b.dueMs).slice(0, size - working)) {
      world.queued.splice(world.queued.indexOf(one), 1);
      working++;
      void deliverWebhook(world.deps, one.message).finally(() => working--);
    }
    busy.push(working);
  }
  return { fill, busy };
}

it("serves another owner's webhook within a second beside fifty of one owner that hang", async () => {
  const { world, time } = aWebhookWorldInTime();
  const pool = aPool(world, workersAtMost());
  const owner = anOwner();
  const hanging = await Promise.all(Array.from({ length: HANGING }, () => world.started({ owner })));
  const other = await world.started({ owner: anOwner() });
  for (const { url } of hanging)
    world.receivers.set(url, async () => {
      await time.pause(15_000);
      return SILENT;
    });
  const happenedAt = new Map<string, number>();
  const announce = async (second: number) => {
    const dueMs = world.clock.now();
    await world.happened(owner, 10);
    world.queued.push(...hanging.map(({ id }) => ({ message: { owner, webhookId: id }, dueMs })));
    const [event] = await world.happened(other.owner, 1);
    happenedAt.set(event?.id ?? "", dueMs);
    world.queued.push({ message: { owner: other.owner, webhookId: other.id }, dueMs });
    const deps = { ...world.deps, progress: world.progress, log: silentLog, metrics: countingMetrics() };
    if (second % 60 === 0) await sweepWebhooks(deps);
  };
  const live = async () => {
    for (let ms = 0; ms < SECONDS * 1000; ms += TICK_MS) {
      if (ms % 1000 === 0) await announce(ms / 1000);
      pool.fill();
      await time.pause(TICK_MS);
    }
  };
  const over = live();
  await time.run(SECONDS * 1000);
  await over;
  const served = world.requests.filter(({ url }) => url === other.url);
  expect(served).toHaveLength(SECONDS);
  expect(Math.max(...served.map(({ eventId, atMs }) => atMs - (happenedAt.get(eventId) ?? 0)))).toBeLessThan(1000);
  // From the fifth minute on, each receiver gets at most one request a minute, and few workers wait for answers.
  const lateMs = world.clock.now() - 300_000;
  const asked = hanging.map(({ url }) => world.requests.filter((one) => one.url === url && one.atMs >= lateMs).length);
  expect(Math.max(...asked)).toBeLessThanOrEqual(5);
  const late = pool.busy.slice(-300_000 / TICK_MS);
  expect(late.reduce((sum, working) => sum + working, 0) / late.length).toBeLessThan(workersAtMost() / 10);
});
