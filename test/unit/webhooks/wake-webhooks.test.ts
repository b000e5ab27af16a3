import { describe, expect, it } from "vitest";
import { wakeWebhooks } from "../../../shared/webhooks/wake-webhooks.ts";
import { aWebhookWorld } from "../../support/a-webhook-world.ts";
import { countingMetrics, recordingLog } from "../../support/silent-telemetry.ts";

const full = { enqueue: () => Promise.reject(new Error("the queue takes nothing")) };

function setUp() {
  const world = aWebhookWorld();
  const [log, metrics] = [recordingLog(), countingMetrics()];
  const { webhooks, progress } = world;
  return {
    ...world,
    log,
    metrics,
    waking: { webhooks, progress, webhookQueue: world.deps.webhookQueue, log, metrics },
  };
}

describe("wakeWebhooks()", () => {
  it("sends one message for each webhook that wants one of the events, and writes nothing", async () => {
    const { started, happened, queued, waking } = setUp();
    const webhook = await started();
    const { owner } = webhook;
    await started({ owner, eventTypes: ["notification.delivered"] });
    await started({ owner, isEnabled: false });
    const progress = { wake: () => Promise.reject(new Error("nothing is to be written")) };
    await wakeWebhooks({ ...waking, progress }, owner, await happened(owner, 2));
    expect(queued.map(({ message }) => message)).toEqual([{ owner, webhookId: webhook.id }]);
  });

  it("leaves a webhook to the sweep whose message the queue does not take", async () => {
    const { started, happened, pass, sentTo, waking, log, metrics } = setUp();
    const webhook = await started();
    const events = await happened(webhook.owner, 2);
    await wakeWebhooks({ ...waking, webhookQueue: full }, webhook.owner, events);
    expect(log.lines).toHaveLength(1);
    expect(metrics.of("queue_refused")).toBe(1);
    await pass(61_000);
    expect(sentTo(webhook)).toEqual(events.map(({ id }) => id));
  });

  it("fails where neither the queue nor the sweep hears of a webhook", async () => {
    const { started, happened, waking } = setUp();
    const { owner } = await started();
    const progress = { wake: () => Promise.reject(new Error("throttled")) };
    const deaf = { ...waking, progress, webhookQueue: full };
    await expect(wakeWebhooks(deaf, owner, await happened(owner, 1))).rejects.toThrow("throttled");
  });
});
