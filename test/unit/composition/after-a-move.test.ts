import { describe, expect, it } from "vitest";
import {
  applySandboxEffect,
  type SandboxEffectDeps,
  sweepTestMode,
} from "../../../shared/composition/sandbox-effects.ts";
import { aheadMs, inTimeAhead } from "../../../shared/kernel/owners-time.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import type { DeliveryMessage } from "../../../shared/notifications/contract/messages.ts";
import type { SandboxEffect } from "../../../shared/sandbox/contract/effects.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryDeadLetterStore } from "../../support/in-memory-dead-letter-store.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemoryTestClocks } from "../../support/in-memory-test-clocks.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";

type Move = Extract<SandboxEffect, { readonly kind: "clock-moved" }>;

const HOUR = 3600;
const MINUTE_MS = 60_000;

/** An owner of test mode with so many notifications that leave in an hour. Queues keep what is put on them. */
async function world(count: number) {
  const owner = testOwnerOf(anOwner());
  const realClock = fakeClock();
  const clock = { now: () => realClock.now() + aheadMs() };
  const notifications = inMemoryNotificationStore({ clock, realClock });
  const testClocks = inMemoryTestClocks();
  await testClocks.of(owner);
  const ids = Array.from({ length: count }, (_, i) => `01980000-0000-7000-8000-${String(i).padStart(12, "0")}`);
  for (const id of ids) {
    const sendAt = new Date(clock.now() + HOUR * 1000).toISOString();
    const createdAt = new Date(clock.now()).toISOString();
    await notifications.add(aNotification({ owner, id, createdAt, sendAt }), anEmail());
  }
  const delivered: DeliveryMessage[] = [];
  const effects: { readonly effect: SandboxEffect; readonly delaySeconds: number }[] = [];
  const woken: string[] = [];
  const deps = {
    realClock,
    testClocks,
    sweeping: {
      notifications,
      deadLetters: inMemoryDeadLetterStore(),
      clock,
      log: silentLog,
      metrics: countingMetrics(),
      deliveryQueue: { enqueue: async (message: DeliveryMessage) => void delivered.push(message) },
    },
    webhooks: {
      list: async () => [
        { id: "on", isEnabled: true },
        { id: "off", isEnabled: false },
      ],
    },
    webhookQueue: { enqueue: async ({ webhookId }: { readonly webhookId: string }) => void woken.push(webhookId) },
    sandboxQueue: {
      enqueue: async (effect: SandboxEffect, delaySeconds = 0) => void effects.push({ effect, delaySeconds }),
    },
  } as unknown as SandboxEffectDeps;
  const inOwnersTime = async <T>(act: () => Promise<T>): Promise<T> =>
    inTimeAhead(((await testClocks.find(owner))?.advancedSeconds ?? 0) * 1000, act);
  return {
    ...{ owner, realClock, delivered, effects, woken, deps },
    clock: () => testClocks.find(owner),
    async move(seconds: number): Promise<Move> {
      const movedAtMs = realClock.now();
      await testClocks.advance(owner, seconds, movedAtMs);
      return { kind: "clock-moved", owner, movedAtMs };
    },
    apply: (effect: SandboxEffect) => inOwnersTime(() => applySandboxEffect(deps, effect)),
    sweep: () => sweepTestMode({ ...deps, testClocks }, { nowMs: realClock.now(), endsAt: Number.POSITIVE_INFINITY }),
  };
}

describe("what a moved clock makes due (D48e)", () => {
  it("is put on the queue a part at each look, each once, until a look finds no more", async () => {
    const { move, apply, delivered, effects, woken, clock } = await world(250);
    await apply(await move(2 * HOUR));
    const looks: number[] = [delivered.length];
    for (let next = effects.shift(); next !== undefined && looks.length < 10; next = effects.shift()) {
      expect(next.delaySeconds).toBe(4);
      await apply(next.effect);
      looks.push(delivered.length);
    }
    expect(looks).toEqual([100, 200, 250].map((at, i) => (i < 2 ? expect.closeTo(at, -1) : at)));
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(250);
    expect(delivered).toHaveLength(250);
    expect(woken).toEqual(["on", "on"]);
    expect((await clock())?.movedAtMs).toBeUndefined();
  });

  it("gets a second look, even when the first one finds nothing", async () => {
    const { move, apply, effects, clock } = await world(0);
    await apply(await move(60));
    expect(effects).toHaveLength(1);
    await apply(effects[0]?.effect as SandboxEffect);
    expect(effects).toHaveLength(1);
    expect(await clock()).toMatchObject({ advancedSeconds: 60 });
  });

  it("is left to the last move, and looked at no more for an earlier one", async () => {
    const { move, apply, realClock, delivered, effects } = await world(10);
    const first = await move(60);
    realClock.advance(1);
    const last = await move(2 * HOUR);
    await apply(first);
    expect([delivered.length, effects.length]).toEqual([0, 0]);
    await apply(last);
    expect([delivered.length, effects.length]).toEqual([10, 1]);
  });

  it("is left to the looks while they go on, and swept with a new message once they are lost", async () => {
    const { move, apply, sweep, realClock, delivered, effects, clock } = await world(300);
    await apply(await move(2 * HOUR));
    const before = delivered.length;
    realClock.advance(MINUTE_MS / 2);
    await sweep();
    expect([delivered.length, effects.length]).toEqual([before, 1]);
    realClock.advance(MINUTE_MS);
    await sweep();
    expect(delivered).toHaveLength(300);
    expect(effects.map(({ effect }) => effect)[1]).toMatchObject({ kind: "clock-moved" });
    const again = effects[1]?.effect as Move;
    await apply(again);
    await apply({ ...again, isLaterLook: true });
    expect((await clock())?.movedAtMs).toBeUndefined();
    expect(delivered).toHaveLength(300);
  });
});
