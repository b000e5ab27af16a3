import { describe, expect, it } from "vitest";
import type { DeliverWebhookDeps } from "../../../shared/webhooks/deliver-webhook.ts";
import type { Webhook } from "../../../shared/webhooks/domain/webhook.ts";
import type { WebhookAnswer } from "../../../shared/webhooks/ports.ts";
import { answering, OK } from "../../support/a-webhook-world.ts";
import { aWebhookWorldInTime } from "../../support/a-webhook-world-in-time.ts";

type Method = (...args: never[]) => Promise<unknown>;

const ANSWERS_IN_MS = 100;
const STORE_MS = 10;
const MINUTE_MS = 60_000;
const SILENT: WebhookAnswer = { kind: "unanswered", error: "no answer within 15 s", durationMs: 15_000 };

/** Creates a world in which requests and calls of stores take time, and which counts the concurrent requests. */
function aSlowWorld() {
  const { world, time } = aWebhookWorldInTime();
  const slow = <Port extends object>(port: Port): Port => {
    const call = async (method: Method, args: never[]) => {
      await time.pause(STORE_MS);
      return method.apply(port, args);
    };
    return Object.fromEntries(
      Object.entries(port).map(([name, method]) => [name, (...args: never[]) => call(method as Method, args)]),
    ) as Port;
  };
  const { webhooks, progress, webhookLog, feed } = world.deps;
  const deps: DeliverWebhookDeps = {
    ...world.deps,
    webhooks: slow(webhooks),
    progress: slow(progress),
    webhookLog: slow(webhookLog),
    feed: slow(feed),
  };
  const underWay: number[] = [];
  let count = 0;
  /** Makes the receiver answer after a time, depending on the number of its requests so far. */
  function answers(webhook: Webhook, answer: (asked: number) => WebhookAnswer, ms = ANSWERS_IN_MS): void {
    let asked = 0;
    world.receivers.set(webhook.url, async () => {
      underWay.push(++count);
      const given = answer(asked++);
      await time.pause(ms);
      count--;
      return given;
    });
  }
  /** Runs one worker to its end, and then advances a minute, which is longer than the retry delays of these tests. */
  async function look(webhook: Webhook): Promise<void> {
    const done = world.look(webhook, deps);
    await time.run(MINUTE_MS);
    await done;
  }
  const atOnce = async ({ owner, id }: Webhook) => {
    const lease = await world.progress.lease(owner, id);
    if (lease === undefined) throw new Error("the lease is held");
    await world.progress.release(lease, lease.progress);
    return lease.progress.requestsAtOnce ?? 10;
  };
  return { world, underWay, answers, look, atOnce };
}

describe("webhookRound()", () => {
  it("sends more than 600 events a second to a receiver that answers in 100 ms", async () => {
    const { world, underWay, answers, look } = aSlowWorld();
    const webhook = await world.started();
    answers(webhook, () => OK);
    await world.happened(webhook.owner, 15_000);
    const startedAt = world.clock.now();
    await look(webhook);
    const sent = (fromMs: number, untilMs: number) =>
      world.requests.filter(({ atMs }) => atMs >= startedAt + fromMs && atMs < startedAt + untilMs).length;
    // The number of concurrent requests has grown after two seconds, and no request begins after twenty.
    expect(sent(3_000, 20_000) / 17).toBeGreaterThan(600);
    expect(sent(0, 20_000) / 20).toBeGreaterThan(550);
    expect(sent(20_000, 60_000)).toBe(0);
    expect(Math.max(...underWay)).toBe(100);
  });

  it("sends each event once, in the order of the feed, while it grows", async () => {
    const { world, answers, look } = aSlowWorld();
    const webhook = await world.started();
    answers(webhook, () => OK);
    const events = await world.happened(webhook.owner, 3_000);
    await look(webhook);
    expect(world.sentTo(webhook)).toEqual(events.map(({ id }) => id));
  });

  it("stays at ten while few events wait", async () => {
    const { world, underWay, answers, look } = aSlowWorld();
    const webhook = await world.started();
    answers(webhook, () => OK);
    for (let i = 0; i < 30; i++) {
      await world.happened(webhook.owner, 15);
      await look(webhook);
    }
    expect(Math.max(...underWay)).toBe(10);
  });

  it("goes on with the next worker as the last one ended", async () => {
    const { world, underWay, answers, look, atOnce } = aSlowWorld();
    const webhook = await world.started();
    answers(webhook, () => OK);
    await world.happened(webhook.owner, 300);
    await look(webhook);
    const reached = await atOnce(webhook);
    expect(reached).toBeGreaterThan(30);
    underWay.length = 0;
    await world.happened(webhook.owner, 100);
    await look(webhook);
    expect(Math.max(...underWay)).toBeGreaterThanOrEqual(reached);
  });

  it.each([429, 503, 400])("halves when the receiver answers %i, and grows again", async (status) => {
    const { world, answers, look, atOnce } = aSlowWorld();
    const webhook = await world.started();
    answers(webhook, () => OK);
    await world.happened(webhook.owner, 3_000);
    await look(webhook);
    expect(await atOnce(webhook)).toBe(100);
    answers(webhook, (asked) => (asked === 0 ? answering(status) : OK));
    await world.happened(webhook.owner, 20);
    await look(webhook);
    expect(await atOnce(webhook)).toBe(50);
    await world.happened(webhook.owner, 110);
    await look(webhook);
    expect(await atOnce(webhook)).toBe(70);
  });

  it("asks one that has begun to hang with a hundred requests once, then with one, and with ten when it answers again", async () => {
    const { world, underWay, answers, look } = aSlowWorld();
    const webhook = await world.started();
    answers(webhook, () => OK);
    await world.happened(webhook.owner, 3_000);
    await look(webhook);
    answers(webhook, () => SILENT, 15_000);
    underWay.length = 0;
    await world.happened(webhook.owner, 3_000);
    await look(webhook);
    expect(underWay).toHaveLength(100);
    await look(webhook);
    expect(underWay).toHaveLength(101);
    answers(webhook, () => OK);
    underWay.length = 0;
    await look(webhook);
    expect(Math.max(...underWay.slice(0, 21))).toBe(10);
  });
});
