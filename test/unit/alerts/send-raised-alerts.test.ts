import { beforeEach, describe, expect, it } from "vitest";
import { type AlertKind, NEVER_CHOSEN } from "../../../shared/alerts/domain/alert-settings.ts";
import type { OwnersAlert } from "../../../shared/alerts/ports.ts";
import { type SendRaisedAlertsDeps, sendRaisedAlerts } from "../../../shared/alerts/send-raised-alerts.ts";
import type { InOwnersTime } from "../../../shared/edge/ports.ts";
import type { SendingAccount } from "../../../shared/email/domain/sending-account.ts";
import { emailIntake } from "../../../shared/email/email-channel.ts";
import { templateCache } from "../../../shared/go-template/template-cache.ts";
import { aheadMs, inTimeAhead } from "../../../shared/kernel/owners-time.ts";
import { invalid } from "../../../shared/kernel/refusal.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryAlertSettings, inMemoryRaisedAlerts } from "../../support/in-memory-alerts.ts";
import { inMemoryMailFiles } from "../../support/in-memory-attachments.ts";
import { inMemoryDeliveryQueue } from "../../support/in-memory-delivery-queue.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { inMemoryUnsubscribeLinks } from "../../support/in-memory-suppressions.ts";
import { inRealTime } from "../../support/real-time.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { countingMetrics, recordingLog } from "../../support/silent-telemetry.ts";

const HOUR_MS = 3_600_000;

const { hash } = sequentialIdentifiers();
const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 100_000 }, hash);

function aWorld(accounts: readonly SendingAccount[], owner = anOwner()) {
  const realClock = fakeClock();
  const clock = { now: () => realClock.now() + aheadMs() };
  const alertSettings = inMemoryAlertSettings();
  const raisedAlerts = inMemoryRaisedAlerts();
  const log = recordingLog();
  const deliveryQueue = inMemoryDeliveryQueue();
  const sendingAccounts = inMemorySendingAccountStore(accounts.map((account) => ({ ...account, owner })));
  const email = emailIntake({
    ...{ ...inMemoryMailFiles(), clock, sendingAccounts, parseTemplate },
    emailTemplates: inMemoryEmailTemplateStore(),
    unsubscribeLinks: inMemoryUnsubscribeLinks(),
  });
  const deps = {
    inOwnTime: inRealTime,
    ...{ alertSettings, raisedAlerts, clock, realClock, log, metrics: countingMetrics(), isHttpApiEnabled: false },
    ...{ sendingAccounts, deliveryQueue, channels: { email } },
    notifications: inMemoryNotificationStore({ clock }),
  } satisfies SendRaisedAlertsDeps;
  const queued = () => deliveryQueue.messages.map(({ message }) => message.id);
  return {
    ...{ deps, clock: realClock, owner, queued, log, alertSettings, raisedAlerts },
    wants: (kinds: AlertKind[], addresses = ["ana@shop.example", "bo@shop.example"]) =>
      alertSettings.replace(
        { owner, addresses, kinds, isSummaryWanted: false, updatedAt: "2026-11-21T12:00:00.000Z" },
        NEVER_CHOSEN,
      ),
    raise: (changes: Partial<OwnersAlert> = {}) =>
      raisedAlerts.raise({
        ...{ owner, id: crypto.randomUUID(), atMs: clock.now(), realAtMs: realClock.now() },
        subject: { kind: "sending_account_failing", id: accounts[0]?.id ?? "", name: "Shop" },
        ...changes,
      }),
    open: () => raisedAlerts.open(100),
    unsent: async () => (await alertSettings.find(owner))?.unsent,
  };
}

let world: ReturnType<typeof aWorld>;
const [bad, good] = [aSendingAccount({ label: "Shop" }), aSendingAccount({ label: "Spare" })];
beforeEach(async () => {
  world = aWorld([bad, good]);
  await world.wants(["sending_account_failing"]);
});

describe("sendRaisedAlerts()", () => {
  it("accepts an alert as a notification to all addresses, through an account that it is not about", async () => {
    await world.raise({ id: "alert-1" });
    expect(await sendRaisedAlerts(world.deps)).toBe(1);
    const { owner, deps } = world;
    const metadata = { alert: "sending_account_failing" };
    expect(await deps.notifications.get(owner, "alert-1")).toMatchObject({
      status: "pending",
      accountId: good.id,
      metadata,
    });
    expect(await deps.notifications.findContent(owner, "alert-1")).toMatchObject({
      ...{ recipient: "ana@shop.example", cc: ["bo@shop.example"], bcc: [] },
      ...{
        subject: "The sending account Shop fails",
        bodyType: "text",
        headers: { "Auto-Submitted": "auto-generated" },
      },
    });
    expect(world.queued()).toEqual(["alert-1"]);
    expect(await world.open()).toEqual([]);
  });

  it("sends it once when two runs find it at once, and when a run died before it was closed", async () => {
    await world.raise({ id: "alert-1" });
    const again = { ...world.deps, raisedAlerts: { ...world.raisedAlerts, close: async () => {} } };
    await Promise.all([sendRaisedAlerts(again), sendRaisedAlerts(again)]);
    await sendRaisedAlerts(world.deps);
    expect(await world.deps.notifications.listRecent(world.owner, { limit: 10, reads: "eventual" })).toHaveLength(1);
    expect(new Set(world.queued())).toEqual(new Set(["alert-1"]));
  });

  it("sends nothing without an account that works, notes that, and forgets the note when a later one was sent", async () => {
    const alone = aWorld([bad]);
    await alone.wants(["sending_account_failing", "webhook_disabled"]);
    await alone.raise();
    expect(await sendRaisedAlerts(alone.deps)).toBe(0);
    expect([alone.queued(), await alone.open()]).toEqual([[], []]);
    expect(await alone.unsent()).toEqual({ title: "The sending account Shop fails", atMs: alone.clock.now() });
    await alone.raise({ subject: { kind: "webhook_disabled", id: "w", name: "Orders", cause: "it answered 410" } });
    expect(await sendRaisedAlerts(alone.deps)).toBe(1);
    expect(await alone.unsent()).toBeUndefined();
  });

  it("sends nothing to an owner who does not want it any more, or was erased", async () => {
    await world.raise();
    const gone = anOwner();
    await world.raise({ owner: gone });
    const { revision = "" } = (await world.alertSettings.find(world.owner)) ?? {};
    await world.alertSettings.replace(
      { owner: world.owner, addresses: [], kinds: [], isSummaryWanted: false, updatedAt: "2026-11-21T12:00:00.000Z" },
      revision,
    );
    expect(await sendRaisedAlerts(world.deps)).toBe(0);
    expect([world.queued(), await world.open(), await world.unsent()]).toEqual([[], [], undefined]);
  });

  it("notes a refused mail as not sent, because it would be refused every time", async () => {
    await world.raise();
    const check = async () => Promise.reject(invalid("recipient is no address"));
    const channels = { email: { ...world.deps.channels.email, check } };
    expect(await sendRaisedAlerts({ ...world.deps, channels })).toBe(0);
    expect(await world.open()).toEqual([]);
    expect(await world.unsent()).toMatchObject({ title: "The sending account Shop fails" });
  });

  it("keeps an alert while a store is away, sends the others, and lets the run fail", async () => {
    await world.raise({ id: "first" });
    await world.raise({ id: "other", subject: { kind: "sending_account_failing", id: "x", name: "Other" } });
    const { sendingAccounts } = world.deps;
    let lists = 0;
    const list: typeof sendingAccounts.list = (owner) =>
      lists++ === 0 ? Promise.reject(new Error("it is away")) : sendingAccounts.list(owner);
    await expect(sendRaisedAlerts({ ...world.deps, sendingAccounts: { list } })).rejects.toThrow("it is away");
    expect((await world.open()).map(({ id }) => id)).toEqual(["first"]);
    expect(await sendRaisedAlerts(world.deps)).toBe(1);
  });

  it("gives an alert up after an hour, and notes that", async () => {
    await world.raise();
    const away = { list: () => Promise.reject(new Error("it is away")) };
    world.clock.advance(HOUR_MS - 1);
    await expect(sendRaisedAlerts({ ...world.deps, sendingAccounts: away })).rejects.toThrow();
    expect(await world.open()).toHaveLength(1);
    world.clock.advance(1);
    // The accounts work again, and the problem of the alert is over.
    expect(await sendRaisedAlerts(world.deps)).toBe(0);
    expect(await world.open()).toEqual([]);
    expect(await world.unsent()).toMatchObject({ title: "The sending account Shop fails" });
  });

  it("does not give an alert up because the test clock was moved (D48e)", async () => {
    await world.raise();
    const inOwnTime: InOwnersTime = (_owner, work) => inTimeAhead(HOUR_MS, work);
    expect(await sendRaisedAlerts({ ...world.deps, inOwnTime })).toBe(1);
    expect(await world.unsent()).toBeUndefined();
  });

  it("begins nothing after its time", async () => {
    await world.raise();
    expect(await sendRaisedAlerts(world.deps, world.clock.now())).toBe(0);
    expect(await world.open()).toHaveLength(1);
  });

  it("logs no address and no name", async () => {
    await world.raise();
    await sendRaisedAlerts(world.deps);
    expect(world.log.lines.join("\n")).not.toMatch(/ana@|Shop/);
  });
});
