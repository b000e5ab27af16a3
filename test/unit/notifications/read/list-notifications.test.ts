import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explanations } from "../../../../shared/channels/domain/explanations.ts";
import { listNotificationsQuery } from "../../../../shared/notifications/contract/panel/notification-list.ts";
import { type Notification, STATUSES, type Status } from "../../../../shared/notifications/domain/notification.ts";
import type { NotificationFilter } from "../../../../shared/notifications/domain/notification-filter.ts";
import type { Unsent } from "../../../../shared/notifications/domain/unsent.ts";
import type { RecentPage } from "../../../../shared/notifications/ports.ts";
import {
  type ListNotificationsDeps,
  listNotifications,
} from "../../../../shared/notifications/read/list-notifications.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification, anEmail } from "../../../support/builders.ts";

const idOf = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/**
 * Returns the list of a notification as a store decides it. One that waits for a retry has its last cause, and one that
 * a worker has may have a cause too.
 */
const kindOf = ({ status, lastError }: Notification): Unsent => {
  if (status === "failed" || status === "canceled") return status;
  return (status === "pending" && lastError !== undefined ? "retrying" : "none") as Unsent;
};

/** Creates a store that lists the newest first, and records the sizes of the requested pages. */
function storeOf(notifications: readonly Notification[]) {
  const asked: number[] = [];
  const listRecent = async (_owner: string, { limit, before = "~", from = "", unsent }: RecentPage) => {
    asked.push(limit);
    return notifications
      .filter((one) => one.id < before && one.id >= from && (unsent?.includes(kindOf(one)) ?? true))
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  };
  return { deps: { ...explanations, notifications: { listRecent, findContent: async () => undefined } }, asked };
}
/**
 * Creates three notifications, newest first: one with its recipient, an older one with a content, and one whose content
 * is gone.
 */
function storeWithContents() {
  const [gone, old, kept] = [0, 1, 2].map((n) => aNotification({ owner: anOwner("o"), id: idOf(n) }));
  if (!(gone && old && kept)) throw new Error("three");
  const { deps } = storeOf([gone, old, { ...kept, recipient: "Kept@example.com" }]);
  const contents = { read: 0 };
  const findContent = async (_: string, id: string) => {
    contents.read++;
    return id === old.id ? anEmail({ recipient: "old@example.com" }) : undefined;
  };
  return { deps: { ...deps, notifications: { ...deps.notifications, findContent } }, contents };
}

const ofStatuses = (statuses: readonly Status[]) =>
  statuses.map((status, n) => aNotification({ owner: anOwner("o"), id: idOf(n), status }));

/** Reads every page to the end. Fails if there is no end. */
async function pages(
  deps: ListNotificationsDeps,
  query: Record<string, unknown>,
  maxPages: number,
  filter: NotificationFilter = {},
): Promise<Notification[][]> {
  const all: Notification[][] = [];
  let cursor: string | undefined;
  do {
    if (all.length > maxPages) throw new Error("it never ends");
    const page = await listNotifications(deps, anOwner("o"), {
      ...listNotificationsQuery.parse(query),
      ...filter,
      before: cursor,
    });
    all.push([...page.notifications]);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}

describe("listNotifications()", () => {
  it("answers newest first, 25 by default, with a cursor while there is more", async () => {
    const { deps } = storeOf(ofStatuses(Array.from({ length: 60 }, () => "sent" as const)));
    expect((await pages(deps, {}, 5)).map((page) => page.length)).toEqual([25, 25, 10]);
    expect((await pages(deps, { limit: 30 }, 5)).map((page) => page.length)).toEqual([30, 30]);
  });

  it("answers an owner without notifications with an empty page and no cursor", async () => {
    const { deps } = storeOf([]);
    expect(await pages(deps, {}, 1)).toEqual([[]]);
  });

  it("answers every match once, in order, for any filter, limit and history", async () => {
    const world = fc.record({
      statuses: fc.array(fc.constantFrom(...STATUSES), { maxLength: 700 }),
      status: fc.option(fc.constantFrom(...STATUSES), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ statuses, status, limit }) => {
        const notifications = ofStatuses(statuses);
        const { deps } = storeOf(notifications);
        const got = await pages(deps, { status, limit }, statuses.length + 2);
        const wanted = notifications.filter((one) => !status || one.status === status).map((one) => one.id);
        expect(got.flat().map((one) => one.id)).toEqual(wanted.reverse());
        expect(got.every((page) => page.length <= limit)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("finds those that ended for one reason, whatever their server's words were", async () => {
    const failed = { owner: anOwner("o"), status: "failed", attempts: 1 } as const;
    const because = (n: number, lastError: string, code: number, stage = "recipients") =>
      aNotification({
        ...failed,
        ...{ id: idOf(n), lastError },
        history: [
          { at: "2026-11-23T12:00:00.000Z", attempt: 1, to: "failed", durationMs: 5, stage, code, text: lastError },
        ],
      });
    const { deps } = storeOf([
      because(0, "550 5.1.1 no such user", 550),
      because(1, "552 5.2.2 over quota", 552),
      because(2, "550 5.1.1 unknown here", 550),
      aNotification({ owner: anOwner("o"), id: idOf(3) }),
    ]);
    const got = await pages(deps, { status: "failed", reason: "mailbox_not_found" }, 1);
    expect(got.flat().map(({ id }) => id)).toEqual([idOf(2), idOf(0)]);
    expect((await pages(deps, { reason: "mailbox_full" }, 1)).flat()).toHaveLength(1);
    expect(() => listNotificationsQuery.parse({ reason: "because" })).toThrow("reason must be the code");
  });

  it("answers a short page with a cursor, not a slow one, when the filter matches little", async () => {
    const statuses = Array.from({ length: 500 }, (_, n): Status => (n === 0 ? "pending" : "sent"));
    const { deps, asked } = storeOf(ofStatuses(statuses));
    const first = await listNotifications(deps, anOwner("o"), listNotificationsQuery.parse({ status: "pending" }));
    expect([first.notifications.length, first.next, asked]).toEqual([0, idOf(300), [100, 100]]);
    expect((await pages(deps, { status: "pending" }, 5)).map((page) => page.length)).toEqual([0, 0, 1]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["failed", { statuses: ["failed"] }],
    ["failed, of the API", { status: "failed" }],
    ["canceled", { statuses: ["canceled"] }],
    ["failed or canceled", { statuses: ["canceled", "failed"] }],
  ])("finds one that is %s behind thousands in one read of no more than the page", async (_what, filter) => {
    const statuses = Array.from(
      { length: 3000 },
      (_, n): Status => (n === 0 ? "failed" : n === 1 ? "canceled" : "sent"),
    );
    const { deps, asked } = storeOf(ofStatuses(statuses));
    const { notifications, next } = await listNotifications(deps, anOwner("o"), { limit: 25, ...filter });
    const wanted = [idOf(1), idOf(0)].filter((id) => notifications.some((one) => one.id === id));
    expect(notifications.map(({ id }) => id)).toEqual(wanted);
    expect([wanted.length > 0, next, asked]).toEqual([true, undefined, [26]]);
  });

  it("finds the retries and failures of a reason behind thousands, and nothing where none can be", async () => {
    const lastError = "552 5.2.2 over quota";
    const entry = {
      at: "2026-11-23T12:00:00.000Z",
      attempt: 1,
      durationMs: 5,
      stage: "recipients",
      code: 552,
    } as const;
    const of = (n: number, status: "failed" | "pending") => ({
      ...{ owner: anOwner("o"), id: idOf(n), status, attempts: 1, lastError },
      history: [{ ...entry, to: status, text: lastError }],
    });
    const { deps, asked } = storeOf([
      ...[of(0, "failed"), of(1, "pending")].map(aNotification),
      ...Array.from({ length: 1000 }, (_, n) =>
        aNotification({ owner: anOwner("o"), id: idOf(n + 2), status: "sent" }),
      ),
    ]);
    const found = async (filter: NotificationFilter) =>
      (await listNotifications(deps, anOwner("o"), { limit: 25, ...filter })).notifications.map(({ id }) => id);
    expect(await found({ reason: "mailbox_full" })).toEqual([idOf(1), idOf(0)]);
    expect(await found({ reason: "mailbox_full", statuses: ["failed"] })).toEqual([idOf(0)]);
    expect(await found({ reason: "mailbox_full", statuses: ["sent"] })).toEqual([]);
    expect(asked).toEqual([100, 100, 100]);
  });

  it("reads no more than the page where nothing is looked for", async () => {
    const { deps, asked } = storeOf(ofStatuses(Array.from({ length: 300 }, () => "sent" as const)));
    await listNotifications(deps, anOwner("o"), {
      limit: 25,
      metadata: {},
      terms: [],
      untilMs: Number.MAX_SAFE_INTEGER,
    });
    expect(asked).toEqual([26]);
  });

  it("reads older recipients from their contents, leaves out those that are gone, and compares without regard to case", async () => {
    const { deps, contents } = storeWithContents();
    const all = await listNotifications(deps, anOwner("o"), { limit: 10 });
    expect(all.notifications.map(({ recipient }) => recipient)).toEqual([
      "Kept@example.com",
      "old@example.com",
      undefined,
    ]);
    expect(contents.read).toBe(2);
    for (const recipient of ["kept@example.com", "OLD@example.com"])
      expect((await listNotifications(deps, anOwner("o"), { limit: 10, recipient })).notifications).toHaveLength(1);
  });

  it("reads a bounded number of contents for one page, and goes on from there", async () => {
    const notifications = ofStatuses(Array.from({ length: 260 }, () => "sent" as const));
    const { deps } = storeOf(notifications);
    let read = 0;
    const findContent = async (_: string, id: string) => {
      read++;
      return anEmail({ recipient: id === idOf(0) ? "first@example.com" : "x@example.com" });
    };
    const bounded = { ...deps, notifications: { ...deps.notifications, findContent } };
    const first = await listNotifications(bounded, anOwner("o"), { limit: 100, recipient: "first@example.com" });
    expect([first.notifications.length, first.next, read]).toEqual([0, idOf(160), 100]);
    const got = await pages(bounded, { limit: 100 }, 10, { recipient: "first@example.com" });
    expect(got.flat().map(({ id }) => id)).toEqual([idOf(0)]);
  });

  it("looks at no more than a time asks for", async () => {
    const at = (minute: number) => Date.parse("2026-11-21T12:00:00.000Z") + minute * 60_000;
    const idAt = (ms: number, n: number) => {
      const hex = ms.toString(16).padStart(12, "0");
      return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${String(n).padStart(12, "0")}`;
    };
    const notifications = Array.from({ length: 600 }, (_, minute) =>
      aNotification({
        ...{ owner: anOwner("o"), id: idAt(at(minute), minute), recipient: "a@example.com" },
        createdAt: new Date(at(minute)).toISOString(),
      }),
    );
    const { deps, asked } = storeOf(notifications);
    const wanted = { sinceMs: at(300), untilMs: at(303) };
    const page = await listNotifications(deps, anOwner("o"), { limit: 100, ...wanted });
    expect(page.notifications.map(({ createdAt }) => Date.parse(createdAt))).toEqual([at(302), at(301), at(300)]);
    expect([page.next, asked.length]).toEqual([undefined, 1]);
    // The id of a repeated request is as old as the first one.
    const late = aNotification({
      ...{ owner: anOwner("o"), id: idAt(at(295), 999), recipient: "b@example.com" },
      createdAt: new Date(at(301)).toISOString(),
    });
    const { deps: withLate } = storeOf([...notifications, late]);
    const found = await listNotifications(withLate, anOwner("o"), { limit: 100, ...wanted });
    expect(found.notifications.at(-1)?.id).toBe(late.id);
  });

  it.each([
    [{ limit: "0" }, /limit/],
    [{ limit: "101" }, /limit/],
    [{ limit: "1.5" }, /limit/],
    [{ limit: "x" }, /limit/],
    [{ limit: "" }, /limit/],
    [{ status: "done" }, /status must be one of/],
    [{ channel: "sms" }, /channel must be one of/],
  ])("refuses %j", (query, message) => {
    expect(listNotificationsQuery.safeParse(query).error?.issues[0]?.message).toMatch(message);
  });
});
