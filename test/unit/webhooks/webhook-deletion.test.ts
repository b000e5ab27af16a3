import { describe, expect, it } from "vitest";
import { deleteWebhook } from "../../../shared/webhooks/delete-webhook.ts";
import { deliverWebhook } from "../../../shared/webhooks/deliver-webhook.ts";
import type { Webhook } from "../../../shared/webhooks/domain/webhook.ts";
import { WEBHOOK_SHARDS } from "../../../shared/webhooks/ports.ts";
import { answering, aWebhookWorld, OK } from "../../support/a-webhook-world.ts";
import { anOwner } from "../../support/an-owner.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";

const MINUTE_MS = 60_000;

function setUp() {
  const world = aWebhookWorld();
  const { webhooks, progress } = world;
  const { webhookQueue } = world.deps;
  const deps = { webhooks, progress, webhookQueue, log: silentLog, metrics: countingMetrics() };
  const logOf = async ({ id }: Webhook) => (await world.webhookLog.list(id, { limit: 100 })).deliveries;
  const remove = ({ owner, id }: Webhook, its = deps) => deleteWebhook(its, { owner, id });
  /** Creates a webhook with one try a second, half of which are to be repeated. */
  async function tried(count: number): Promise<Webhook> {
    const webhook = await world.started();
    world.receivers.set(webhook.url, () => (world.requests.length % 2 === 0 ? OK : answering(500)));
    await world.happened(webhook.owner, count);
    await world.look(webhook);
    return webhook;
  }
  return { ...world, removal: deps, logOf, remove, tried };
}

describe("deleteWebhook()", () => {
  it("has a worker erase the log, made and pending tries", async () => {
    const { tried, remove, workOff, logOf, progress } = setUp();
    const webhook = await tried(35);
    expect(await logOf(webhook)).not.toEqual([]);
    await remove(webhook);
    await workOff();
    expect(await logOf(webhook)).toEqual([]);
    expect(await progress.lease(webhook.owner, webhook.id)).toBeUndefined();
  });

  it("knows no webhook of another owner, and wakes nobody in that one's name", async () => {
    const { tried, remove, pass, logOf, progress, webhookLog } = setUp();
    const webhook = await tried(5);
    const before = await logOf(webhook);
    await expect(remove({ ...webhook, owner: anOwner("stranger") })).rejects.toMatchObject({ code: "not_found" });
    await pass(1000);
    expect(await logOf(webhook)).toEqual(before);
    expect((await webhookLog.due(webhook.id, Number.MAX_SAFE_INTEGER, 10)).deliveries).not.toEqual([]);
    expect(await progress.lease(webhook.owner, webhook.id)).toBeDefined();
  });

  it("is finished by the sweep, wherever the process that deletes dies", async () => {
    for (let lives = 0; lives <= 5; lives++) {
      const { tried, remove, removal, pass, logOf, webhooks, progress } = setUp();
      const webhook = await tried(15);
      let calls = 0;
      const mortal = <Port extends object>(port: Port): Port =>
        new Proxy(port, {
          get: (real, name) => (calls++ < lives ? Reflect.get(real, name) : () => Promise.reject(new Error("killed"))),
        });
      const { webhookQueue } = removal;
      const its = { webhooks: mortal(webhooks), progress: mortal(progress), webhookQueue: mortal(webhookQueue) };
      await remove(webhook, { ...removal, ...its }).catch(() => {});
      await pass(3 * MINUTE_MS);
      const isDeleted = (await webhooks.get(webhook.owner, webhook.id)) === undefined;
      expect([lives, isDeleted, (await logOf(webhook)).length > 0]).toEqual([lives, lives >= 3, lives < 3]);
    }
  });

  it("is finished by the worker that was sending meanwhile, what it notes in the end included", async () => {
    const { started, happened, receivers, remove, look, workOff, logOf } = setUp();
    const webhook = await started();
    await happened(webhook.owner, 3);
    let asked = 0;
    receivers.set(webhook.url, async () => {
      if (++asked === 1) {
        await remove(webhook);
        // The worker of the deletion's own message finds the lease taken.
        await workOff();
      }
      return answering(500);
    });
    await look(webhook);
    expect([asked, await logOf(webhook)]).toEqual([3, []]);
  });

  it("of a long log is gone on with by the next worker when the time of one is over", async () => {
    const { tried, remove, deps, clock, queued, workOff, logOf } = setUp();
    const webhook = await tried(60);
    await remove(webhook);
    const [due] = queued.splice(0);
    const slow = {
      ...deps.webhookLog,
      erase: async (id: string) => {
        clock.advance(15_000);
        return deps.webhookLog.erase(id);
      },
    };
    if (due) await deliverWebhook({ ...deps, webhookLog: slow }, due.message);
    expect((await logOf(webhook)).length).toBeGreaterThan(0);
    expect(queued.map(({ message }) => message)).toEqual([due?.message]);
    await workOff();
    expect(await logOf(webhook)).toEqual([]);
  });

  it("of a disabled webhook erases its log as well", async () => {
    const { tried, webhooks, remove, workOff, logOf } = setUp();
    const webhook = await tried(5);
    await webhooks.update(webhook.owner, webhook.id, (known) => ({ ...known, isEnabled: false }));
    await remove(webhook);
    await workOff();
    expect(await logOf(webhook)).toEqual([]);
  });

  it("erases the log of a webhook as well whose progress is lost, and leaves nothing behind", async () => {
    const { tried, remove, look, deps, clock, queued, workOff, logOf, progress, webhooks } = setUp();
    const webhook = await tried(15);
    await progress.settle(webhook.id, true);
    await remove(webhook);
    const forgotten: string[] = [];
    const noting = { ...webhooks, forget: async (_owner: string, id: string) => void forgotten.push(id) };
    await workOff({ ...deps, webhooks: noting });
    expect([await logOf(webhook), forgotten]).toEqual([[], [webhook.id]]);
    // Messages for pending tries come later.
    clock.advance(10 * MINUTE_MS);
    await workOff();
    await look(webhook);
    expect(await progress.lease(webhook.owner, webhook.id)).toBeUndefined();
    const overdue = Array.from({ length: WEBHOOK_SHARDS }, (_, i) => progress.overdue(i, clock.now(), 9));
    expect([(await Promise.all(overdue)).flat(), queued]).toEqual([[], []]);
  });

  it("is finished by the sweep though the progress is lost and the queue takes no message", async () => {
    const { tried, remove, removal, pass, logOf, progress } = setUp();
    const webhook = await tried(15);
    await progress.settle(webhook.id, true);
    const webhookQueue = { enqueue: () => Promise.reject(new Error("the queue takes nothing")) };
    await remove(webhook, { ...removal, webhookQueue });
    await pass(3 * MINUTE_MS);
    expect(await logOf(webhook)).toEqual([]);
  });

  it("is finished by whoever comes for it, though its progress is lost behind the deletion", async () => {
    const { tried, remove, workOff, logOf, progress } = setUp();
    const webhook = await tried(15);
    await remove(webhook);
    await progress.settle(webhook.id, true);
    await workOff();
    expect(await logOf(webhook)).toEqual([]);
  });
});
