import { beforeEach, describe, expect, it } from "vitest";
import { type AlertKind, type AlertSettings, NEVER_CHOSEN } from "../../../shared/alerts/domain/alert-settings.ts";
import { type TellOwnersDeps, tellOwners } from "../../../shared/alerts/tell-owners.ts";
import type { Conversation } from "../../../shared/conversations/domain/conversation.ts";
import type { WaitingQuery } from "../../../shared/conversations/ports.ts";
import { emailIn } from "../../../shared/email/domain/email-content.ts";
import { emailIntake } from "../../../shared/email/email-channel.ts";
import { templateCache } from "../../../shared/go-template/template-cache.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import type { TimeRange } from "../../../shared/statistics/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryAlertSettings } from "../../support/in-memory-alerts.ts";
import { inMemoryMailFiles } from "../../support/in-memory-attachments.ts";
import { inMemoryDeliveryQueue } from "../../support/in-memory-delivery-queue.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { inMemoryUnsubscribeLinks } from "../../support/in-memory-suppressions.ts";
import { inRealTime } from "../../support/real-time.ts";
import { countingMetrics, recordingLog } from "../../support/silent-telemetry.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MONDAY_8 = Date.parse("2026-11-30T08:00:00.000Z");
const WEEK_MS = 7 * 24 * HOUR_MS;
const { hash } = systemIdentifiers;
const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 100_000 }, hash);

function aWorld() {
  const clock = fakeClock(MONDAY_8);
  const owner = anOwner();
  const alertSettings = inMemoryAlertSettings();
  const sendingAccounts = inMemorySendingAccountStore([aSendingAccount({ owner })]);
  const email = emailIntake({
    ...{ ...inMemoryMailFiles(), clock, sendingAccounts, parseTemplate },
    emailTemplates: inMemoryEmailTemplateStore(),
    unsubscribeLinks: inMemoryUnsubscribeLinks(),
  });
  const notifications = inMemoryNotificationStore({ clock });
  const waiting: { name: string; sinceMs: number }[] = [];
  const queries: WaitingQuery[] = [];
  const ranges: TimeRange[] = [];
  const hours = [
    { fromMs: MONDAY_8 - WEEK_MS, accepted: 12, delivered: 9, failed: 3 },
    { fromMs: MONDAY_8 - 2 * WEEK_MS, accepted: 10, delivered: 9, failed: 1 },
  ].map((figures) => ({
    canceled: 0,
    durations: new Map(),
    failedByCode: new Map(),
    byAccount: new Map(),
    ...figures,
  }));
  const failure = { code: "mailbox_not_found", accountId: "a", firstAtMs: MONDAY_8, lastAtMs: MONDAY_8 };
  const deps = {
    inOwnTime: inRealTime,
    ...{ alertSettings, clock, log: recordingLog(), metrics: countingMetrics(), isHttpApiEnabled: false },
    ...{ sendingAccounts, notifications, deliveryQueue: inMemoryDeliveryQueue(), channels: { email } },
    identifiers: { hash },
    inbox: {
      async waiting(_owner, query) {
        queries.push(query);
        const after = query.waitsAfterMs ?? 0;
        const found = waiting.filter(({ sinceMs }) => sinceMs > after).toSorted((a, b) => a.sinceMs - b.sinceMs);
        return {
          conversations: found
            .slice(0, query.limit)
            .map(({ name, sinceMs }) => ({ profileName: name, waitingSinceMs: sinceMs }) as Conversation),
          ...(found.length > query.limit && { next: "more" }),
        };
      },
      countWaiting: async () => ({ waiting: waiting.length, unread: 0 }),
    },
    countedFigures: {
      async hours(_scope, range) {
        ranges.push(range);
        return { figures: hours, isComplete: true };
      },
      failures: async () => ({ figures: [{ ...failure, count: 3 }], isComplete: true }),
    },
  } satisfies TellOwnersDeps;
  const chosen = (kinds: AlertKind[], changes: Partial<AlertSettings> = {}) =>
    alertSettings.replace(
      {
        ...{
          owner,
          addresses: ["ana@shop.example"],
          kinds,
          isSummaryWanted: false,
          updatedAt: "2026-11-27T10:00:00.000Z",
        },
        ...changes,
      },
      NEVER_CHOSEN,
    );
  const mails = async () => {
    const all = await notifications.listRecent(owner, { limit: 100, reads: "eventual" });
    const contents = await Promise.all(all.map(({ id }) => notifications.findContent(owner, id)));
    return contents.flatMap((one) => (one === undefined ? [] : [emailIn(one)]));
  };
  return { deps, clock, owner, waiting, queries, ranges, chosen, mails, settings: () => alertSettings.find(owner) };
}

let world: ReturnType<typeof aWorld>;
beforeEach(() => {
  world = aWorld();
});

describe("tellOwners() of customers who wait", () => {
  const waits = (name: string, minutes: number) =>
    world.waiting.push({ name, sinceMs: world.clock.now() - minutes * MINUTE_MS });

  it("leaves nobody out of the many who began to wait in the same second", async () => {
    await world.chosen(["customer_waiting"]);
    for (let i = 0; i < 99; i++) waits(`customer ${i}.`, 200 - i);
    for (const name of ["customer 99.", "customer 100.", "customer 101."]) waits(name, 90);
    await tellOwners(world.deps);
    await tellOwners(world.deps);
    const titles = (await world.mails()).map(({ subject }) => Number.parseInt(subject, 10));
    expect(titles.sort()).toEqual([3, 99]);
  });

  it("tells of the week although the customers cannot be read", async () => {
    await world.chosen(["customer_waiting"], { isSummaryWanted: true });
    const inbox = { ...world.deps.inbox, waiting: () => Promise.reject(new Error("damaged")) };
    await expect(tellOwners({ ...world.deps, inbox })).rejects.toThrow("damaged");
    expect(await world.mails()).toHaveLength(1);
  });

  it("tells once of each who has waited for an hour, and of nobody before", async () => {
    await world.chosen(["customer_waiting"]);
    waits("Ann", 59);
    await tellOwners(world.deps);
    expect(await world.mails()).toEqual([]);
    world.clock.advance(MINUTE_MS);
    waits("Bo", 5);
    await tellOwners(world.deps);
    await tellOwners(world.deps);
    const [mail, ...others] = await world.mails();
    expect([mail?.subject, others]).toEqual(["A customer has waited for an answer for an hour", []]);
    expect(mail?.body).toContain("Ann, since 2026-11-30 07:01 UTC");
    world.clock.advance(HOUR_MS);
    await tellOwners(world.deps);
    const bodies = (await world.mails()).map(({ body }) => body).filter((body) => body.includes("Bo"));
    expect([(await world.mails()).length, bodies.length, bodies[0]?.includes("Ann")]).toEqual([2, 1, false]);
  });

  it("tells of several in one mail, by the one who waits longest", async () => {
    await world.chosen(["customer_waiting"]);
    waits("Ann", 70);
    waits("Bo", 90);
    await tellOwners(world.deps);
    const [mail] = await world.mails();
    expect(mail?.subject).toBe("2 customers have waited for an answer for an hour");
    expect(mail?.body.indexOf("Bo")).toBeLessThan(mail?.body.indexOf("Ann") ?? 0);
  });

  it("sends one mail when two runs look at once", async () => {
    await world.chosen(["customer_waiting"]);
    waits("Ann", 61);
    await Promise.all([tellOwners(world.deps), tellOwners(world.deps)]);
    expect(await world.mails()).toHaveLength(1);
  });

  it("tells of them later when no account works now, and notes that until then", async () => {
    await world.chosen(["customer_waiting"]);
    waits("Ann", 61);
    await tellOwners({ ...world.deps, sendingAccounts: inMemorySendingAccountStore() });
    expect((await world.settings())?.unsent?.title).toBe("A customer has waited for an answer for an hour");
    await tellOwners(world.deps);
    expect([(await world.mails()).length, (await world.settings())?.unsent]).toEqual([1, undefined]);
  });

  it("reads nothing for owners who did not choose it", async () => {
    await world.chosen(["webhook_disabled"]);
    waits("Ann", 61);
    await tellOwners(world.deps);
    expect([world.queries, world.ranges, await world.mails()]).toEqual([[], [], []]);
  });

  it("tells the other owners when one owner's customers cannot be read, and lets the run fail", async () => {
    await world.chosen(["customer_waiting"]);
    await world.deps.alertSettings.replace(
      {
        owner: anOwner(),
        addresses: ["x@shop.example"],
        kinds: ["customer_waiting"],
        isSummaryWanted: false,
        updatedAt: "x",
      },
      NEVER_CHOSEN,
    );
    waits("Ann", 61);
    const inbox: TellOwnersDeps["inbox"] = {
      ...world.deps.inbox,
      waiting: (owner, query) =>
        owner === world.owner ? world.deps.inbox.waiting(owner, query) : Promise.reject(new Error("it is away")),
    };
    await expect(tellOwners({ ...world.deps, inbox })).rejects.toThrow("it is away");
    expect(await world.mails()).toHaveLength(1);
  });

  it("begins nothing after its time", async () => {
    await world.chosen(["customer_waiting"]);
    waits("Ann", 61);
    await tellOwners(world.deps, world.clock.now());
    expect(world.queries).toEqual([]);
  });
});

describe("tellOwners() of the last week", () => {
  const WEEK_BEFORE = MONDAY_8 - 8 * HOUR_MS - WEEK_MS;

  it("tells on Monday at 08:00 UTC what became of the week, compared with the one before", async () => {
    await world.chosen([], { isSummaryWanted: true, summaryToldMs: WEEK_BEFORE });
    await tellOwners(world.deps);
    const [mail] = await world.mails();
    expect(mail?.subject).toBe("The week from 2026-11-23 to 2026-11-29: 12 accepted, 3 failed");
    expect(mail?.body.split("\n")).toEqual(
      expect.arrayContaining([
        "Accepted: 12, 2 more than the week before (10)",
        "Delivered: 9, as many as the week before (9)",
        "Failed: 3, 2 more than the week before (1)",
        "Delivered of all that ended: 75% (the week before: 90%)",
        "3: There is no mailbox with this address.",
        "Customers who wait for an answer now: 0",
      ]),
    );
    expect(world.ranges).toEqual([{ fromMs: WEEK_BEFORE - WEEK_MS, toMs: WEEK_BEFORE + WEEK_MS }]);
  });

  it("tells of each week once, whatever runs at once, and of the next one a week later", async () => {
    await world.chosen([], { isSummaryWanted: true, summaryToldMs: WEEK_BEFORE });
    await Promise.all([tellOwners(world.deps), tellOwners(world.deps)]);
    world.clock.advance(WEEK_MS - 1);
    await tellOwners(world.deps);
    expect(await world.mails()).toHaveLength(1);
    world.clock.advance(1);
    await tellOwners(world.deps);
    expect(await world.mails()).toHaveLength(2);
  });

  it("tells nothing on Monday before 08:00, and nothing to an owner who did not choose it", async () => {
    await world.chosen(["webhook_disabled"], { summaryToldMs: WEEK_BEFORE });
    await tellOwners(world.deps);
    const other = aWorld();
    await other.chosen([], { isSummaryWanted: true, summaryToldMs: WEEK_BEFORE });
    other.clock.advance(-1);
    await tellOwners(other.deps);
    expect([await world.mails(), await other.mails(), other.ranges]).toEqual([[], [], []]);
  });
});
