import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsOf } from "../../shared/events/domain/events-of.ts";
import { eventData } from "../../shared/events/event-data.ts";
import type { Clock } from "../../shared/kernel/clock.ts";
import { submitNotification } from "../../shared/notifications/accept/submit-notification.ts";
import { resendNotification } from "../../shared/notifications/change/resend-notification.ts";
import { AccountBacklog } from "../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../shared/notifications/deliver/account-limiter.ts";
import { deliverNotification } from "../../shared/notifications/deliver/deliver-notification.ts";
import { toldRecipients, toldTimeline } from "../../shared/notifications/domain/explanation/told-timeline.ts";
import { DynamoNotificationStore } from "../../shared/notifications/dynamo/notification-store.ts";
import type { NotificationStore } from "../../shared/notifications/ports.ts";
import { describeNotification } from "../../shared/notifications/read/describe-notification.ts";
import { expandNotification } from "../../shared/notifications/read/expand-notification.ts";
import { getTimeline } from "../../shared/notifications/read/get-timeline.ts";
import { listNotifications } from "../../shared/notifications/read/list-notifications.ts";
import { showMessage } from "../../shared/notifications/read/show-message.ts";
import { countsOf } from "../../shared/statistics/domain/counts-of.ts";
import { anOwner } from "../support/an-owner.ts";
import { ECHO_ACCOUNT } from "../support/echo-channel/echo-intake.ts";
import {
  accountFieldsWithEcho,
  codecsWithEcho,
  explanationsWithEcho,
  partsWithEcho,
  reportsDeliveryWithEcho,
  requestWithEcho,
} from "../support/echo-channel/echo-registration.ts";
import { recordingValley } from "../support/echo-channel/echo-valley.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { fixedAllowances } from "../support/fixed-allowances.ts";
import { inMemoryDeadLetterStore } from "../support/in-memory-dead-letter-store.ts";
import { inMemoryDeliveryQueue } from "../support/in-memory-delivery-queue.ts";
import { inMemoryNotificationStore } from "../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../support/in-memory-sending-account-store.ts";
import { sequentialIdentifiers } from "../support/sequential-identifiers.ts";
import { countingMetrics, silentLog } from "../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../support/table-fixture.ts";

const LEASE_MS = 90_000;
let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const inTable = (clock: Clock): NotificationStore =>
  new DynamoNotificationStore(fixture.client, {
    ...{ codecs: codecsWithEcho, table: "Notifications", leaseMs: LEASE_MS, clock },
    ...{ contentKeptDays: 7, recordKeptDays: 90, blobs: () => Promise.reject(new Error("these contents are small")) },
  });

function aWorld(open: (clock: Clock) => NotificationStore) {
  const clock = fakeClock();
  const notifications = open(clock);
  const valley = recordingValley();
  const deliveryQueue = inMemoryDeliveryQueue();
  const shared = { ...{ notifications, deliveryQueue, clock, log: silentLog, metrics: countingMetrics() } };
  const { intakes, outlets, showcases, expanders } = partsWithEcho({ notifications, valley });
  const intake = { ...shared, channels: intakes };
  const outlet = {
    ...{ ...shared, deadLetters: inMemoryDeadLetterStore(), identifiers: sequentialIdentifiers() },
    channels: outlets,
    backoffBaseSeconds: 30,
    pause: async (ms: number) => clock.advance(ms),
    backlog: new AccountBacklog(shared),
    limiter: accountLimiter({ allowances: fixedAllowances(2), maxWaitMs: 1000, clock }),
  };
  const owner = anOwner();
  const names = { accountName: async () => "The valley", templateName: async () => undefined };
  const submit = (shout = "Hello\nvalley") => {
    const request = requestWithEcho.parse({ channel: "echo", recipient: "north wall", shout });
    return submitNotification(intake, { owner, id: crypto.randomUUID(), caller: {} }, request);
  };
  const deliver = async () => {
    const last = deliveryQueue.messages.at(-1);
    if (last === undefined) throw new Error("nothing is queued");
    clock.advance(last.delaySeconds * 1000 + 1000);
    await deliverNotification(outlet, last.message);
  };
  return { ...{ clock, owner, notifications, valley, names, intake, showcases, expanders }, submit, deliver };
}

describe.each<[string, (clock: Clock) => NotificationStore]>([
  ["in memory", (clock) => inMemoryNotificationStore({ clock, leaseMs: LEASE_MS })],
  ["in the table", inTable],
])("a channel that the product does not have, with its notifications %s", (_, open) => {
  it("is accepted, sent, listed, described, shown and given back", async () => {
    const { owner, notifications, valley, names, showcases, expanders, submit, deliver } = aWorld(open);
    const { id } = await submit();
    await deliver();
    expect(valley.heard).toEqual(["north wall: Hello\nvalley"]);
    const listed = { channel: "echo", status: "sent", recipient: "north wall", title: "Hello valley" };
    const list = await listNotifications({ ...explanationsWithEcho, notifications }, owner, {
      limit: 5,
      channel: "echo",
    });
    expect(list.notifications).toMatchObject([{ id, ...listed, accountId: ECHO_ACCOUNT }]);
    const described = await describeNotification({ notifications, names, expanders }, { owner, id });
    expect(described).toMatchObject({ notification: listed, accountName: "The valley", isContentKept: true });
    const shown = { channel: "echo", to: "north wall", shout: "Hello\nvalley" };
    expect(await showMessage({ notifications, showcases }, { owner, id })).toEqual(shown);
    const { request } = await expandNotification({ notifications, expanders }, { owner, id });
    expect(request).toEqual({ channel: "echo", recipient: "north wall", loudness: 12 });
  });

  it("refuses what it cannot send, and stores nothing of it", async () => {
    const { owner, notifications, submit } = aWorld(open);
    await expect(submit("x".repeat(101))).rejects.toMatchObject({ code: "invalid_request" });
    expect(await notifications.listRecent(owner, { limit: 5 })).toEqual([]);
    expect(requestWithEcho.safeParse({ channel: "echo", recipient: "north wall" }).success).toBe(false);
  });

  it("explains why it failed, and is found by that", async () => {
    const { owner, notifications, valley, submit, deliver } = aWorld(open);
    valley.isSilent = true;
    const { id } = await submit();
    await deliver();
    await deliver();
    const { notification, addresses } = await getTimeline({ notifications }, { owner, id });
    const explained = { code: "echo_lost", summary: "The valley stayed silent.", whatToDo: "Call louder." };
    expect(explanationsWithEcho.explain(notification)).toEqual(explained);
    expect(toldTimeline(notification, addresses, explanationsWithEcho)).toMatchObject([
      { event: "accepted" },
      { event: "retrying", code: "echo_lost", response: "no echo came back" },
      { event: "failed", code: "echo_lost", attempt: 2 },
    ]);
    expect(toldRecipients(notification, addresses)).toMatchObject([{ recipient: "north wall", outcome: "failed" }]);
    const filter = { limit: 5, reason: "echo_lost" };
    const found = await listNotifications({ ...explanationsWithEcho, notifications }, owner, filter);
    expect(found.notifications).toMatchObject([{ id }]);
  });

  it("is sent again to another recipient", async () => {
    const { owner, valley, intake, submit, deliver } = aWorld(open);
    const { id } = await submit();
    await deliver();
    const to = { kind: "address", address: "south wall" } as const;
    const again = { owner, id: crypto.randomUUID(), resentFrom: id, caller: {}, to };
    expect(await resendNotification(intake, again)).toMatchObject({ title: "Hello valley", recipient: "south wall" });
    await deliver();
    expect(valley.heard.at(-1)).toBe("south wall: Hello\nvalley");
  });

  it("is announced", async () => {
    const { clock, owner, notifications, submit, deliver } = aWorld(open);
    const before = await submit();
    await deliver();
    const after = await notifications.get(owner, before.id);
    if (after === undefined) throw new Error("the notification is gone");
    const subject = { kind: "notification", owner, before, after } as const;
    const [announcement, ...others] = eventsOf(subject, clock.now());
    expect([announcement?.type, others]).toEqual(["notification.sent", []]);
    if (announcement === undefined) return;
    const deps = {
      ...{ accountFields: accountFieldsWithEcho, notifications, sendingAccounts: inMemorySendingAccountStore([]) },
      conversations: { get: async () => undefined },
    };
    const data = await eventData(deps, subject, announcement);
    const announced = { id: after.id, channel: "echo", recipient: "north wall", echo_account_id: ECHO_ACCOUNT };
    expect(data).toMatchObject(announced);
    expect(Object.keys(Object(data)).filter((name) => name.endsWith("_account_id"))).toEqual(["echo_account_id"]);
  });

  it("is counted as delivered when it is sent, because nobody reports an echo", async () => {
    const { owner, notifications, submit, deliver } = aWorld(open);
    const before = await submit();
    await deliver();
    const after = await notifications.get(owner, before.id);
    if (after === undefined) throw new Error("the notification is gone");
    const names = countsOf(before, after, reportsDeliveryWithEcho).map(({ name }) => name);
    expect(names).toEqual(["delivered", expect.stringMatching(/^duration:/), `mails:${ECHO_ACCOUNT}`]);
    const reported = { ...reportsDeliveryWithEcho, echo: true };
    expect(countsOf(before, after, reported)).toEqual([]);
  });
});

/** Matches a channel's name as a text, as the name of a property, and as a member. */
const NAMES_A_CHANNEL = /["'`](?:email|chat|echo)["'`]|\b(?:email|chat|echo)\s*:(?!\/)|\.(?:email|chat|echo)\b/;

describe("shared/notifications/", () => {
  it("names no channel", () => {
    const folder = join(import.meta.dirname, "../../shared/notifications");
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
    const code = sources.filter((name) => !name.startsWith("contract"));
    expect(code.length).toBeGreaterThan(50);
    const naming = code.filter((name) => NAMES_A_CHANNEL.test(readFileSync(join(folder, name), "utf8")));
    expect(naming).toEqual([]);
    for (const named of ['x === "email"', "x === `chat`", "{ email: 1 }", "channels.chat", "channels['echo']"])
      expect([named, NAMES_A_CHANNEL.test(named)]).toEqual([named, true]);
  });
});
