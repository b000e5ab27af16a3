import { describe, expect, it } from "vitest";
import { LOOK_EVERY_MS, type SendAlertsDeps, sendAlerts } from "../../../shared/alerts/send-alerts.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryAlertSettings } from "../../support/in-memory-alerts.ts";
import { inMemoryDeliveryQueue } from "../../support/in-memory-delivery-queue.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inRealTime } from "../../support/real-time.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";

function aWorld() {
  const clock = fakeClock();
  const calls = { open: 0, page: 0 };
  const none = () => Promise.reject(new Error("nobody has chosen anything"));
  const deps: SendAlertsDeps = {
    inOwnTime: inRealTime,
    ...{ clock, realClock: clock, log: silentLog, metrics: countingMetrics(), isHttpApiEnabled: false, channels: {} },
    alertSettings: {
      ...inMemoryAlertSettings(),
      async page() {
        calls.page++;
        return { settings: [] };
      },
    },
    raisedAlerts: {
      async open() {
        calls.open++;
        return [];
      },
      close: none,
    },
    sendingAccounts: { list: none },
    ...{ notifications: inMemoryNotificationStore({ clock }), deliveryQueue: inMemoryDeliveryQueue() },
    inbox: { waiting: none, countWaiting: none },
    countedFigures: { hours: none, failures: none },
    identifiers: { hash: (text) => text },
    looked: { atMs: Number.NEGATIVE_INFINITY },
  };
  return { deps, clock, calls };
}

describe("sendAlerts()", () => {
  it("asks each time for what was raised, and every ten minutes for all owners' choices", async () => {
    const { deps, clock, calls } = aWorld();
    for (let minute = 0; minute < 20; minute++) {
      await sendAlerts(deps);
      clock.advance(60_000);
    }
    expect([calls, LOOK_EVERY_MS]).toEqual([{ open: 20, page: 2 }, 600_000]);
  });

  it("looks at the owners although what was raised cannot be read, and lets the run fail", async () => {
    const { deps, calls } = aWorld();
    const raisedAlerts = { ...deps.raisedAlerts, open: () => Promise.reject(new Error("it is away")) };
    await expect(sendAlerts({ ...deps, raisedAlerts })).rejects.toThrow("it is away");
    expect(calls.page).toBe(1);
  });
});
