import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listNotificationsQuery } from "../../../shared/notifications/contract/panel-notifications.ts";
import { type Notification, STATUSES, type Status } from "../../../shared/notifications/domain/notification.ts";
import { listNotifications } from "../../../shared/notifications/list-notifications.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification } from "../../support/builders.ts";

const idOf = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** Newest first, with a count of what was asked. */
function storeOf(notifications: readonly Notification[]) {
  const asked: number[] = [];
  const listRecent = async (_owner: string, { limit, before }: { limit: number; before?: string | undefined }) => {
    asked.push(limit);
    return notifications
      .filter((one) => before === undefined || one.id < before)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  };
  return { deps: { notifications: { listRecent } }, asked };
}
const ofStatuses = (statuses: readonly Status[]) =>
  statuses.map((status, n) => aNotification({ owner: anOwner("o"), id: idOf(n), status }));

/** Every page to the end; fails when it does not come to one. */
async function pages(
  deps: ReturnType<typeof storeOf>["deps"],
  query: Record<string, unknown>,
  maxPages: number,
): Promise<Notification[][]> {
  const all: Notification[][] = [];
  let cursor: string | undefined;
  do {
    if (all.length > maxPages) throw new Error("it never ends");
    const page = await listNotifications(deps, anOwner("o"), listNotificationsQuery.parse({ ...query, cursor }));
    all.push([...page.notifications]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return all;
}

describe("listNotifications()", () => {
  it("answers newest first, 25 by default, with a cursor while there is more", async () => {
    const { deps } = storeOf(ofStatuses(Array.from({ length: 60 }, () => "sent" as const)));
    expect((await pages(deps, {}, 5)).map((page) => page.length)).toEqual([25, 25, 10]);
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

  it("answers a short page with a cursor, not a slow one, when the filter matches little", async () => {
    const statuses = Array.from({ length: 1200 }, (_, n): Status => (n === 0 ? "failed" : "sent"));
    const { deps, asked } = storeOf(ofStatuses(statuses));
    const first = await listNotifications(deps, anOwner("o"), listNotificationsQuery.parse({ status: "failed" }));
    expect([first.notifications.length, first.nextCursor]).toEqual([0, idOf(700)]);
    expect(asked.length).toBeLessThanOrEqual(5);
    expect((await pages(deps, { status: "failed" }, 5)).map((page) => page.length)).toEqual([0, 0, 1]);
  });

  it.each([
    [{ limit: "0" }, /limit/],
    [{ limit: "101" }, /limit/],
    [{ limit: "1.5" }, /limit/],
    [{ limit: "x" }, /limit/],
    [{ limit: "" }, /limit/],
    [{ status: "done" }, /status must be one of/],
    [{ channel: "sms" }, /channel must be one of/],
    [{ cursor: "x" }, /cursor/],
  ])("refuses %j", (query, message) => {
    expect(listNotificationsQuery.safeParse(query).error?.issues[0]?.message).toMatch(message);
  });
});
