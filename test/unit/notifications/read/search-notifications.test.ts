import { describe, expect, it } from "vitest";
import { explanations } from "../../../../shared/channels/domain/explanations.ts";
import { HmacCursors } from "../../../../shared/kernel/hmac-cursors.ts";
import type { Notification } from "../../../../shared/notifications/domain/notification.ts";
import type { Names } from "../../../../shared/notifications/read/named-notifications.ts";
import {
  type NotificationSearch,
  searchNotifications,
} from "../../../../shared/notifications/read/search-notifications.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification, anEmail } from "../../../support/builders.ts";

const owner = anOwner("o");
const [accountId, templateId] = [crypto.randomUUID(), crypto.randomUUID()];
const idOf = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const minute = (n: number) => new Date(Date.UTC(2026, 10, 22, 0, n)).toISOString();

/** Creates notifications, newest first, and records the requested names. */
function world(changes: readonly Partial<Notification>[]) {
  const all = changes.map((one, n) =>
    aNotification({ owner, accountId, recipient: "ana@example.test", createdAt: minute(n), ...one, id: idOf(n) }),
  );
  const asked: string[] = [];
  const names: Names = {
    accountName: async (_owner, channel, id) => {
      asked.push(`${channel} account`);
      return id === accountId ? "Shop" : undefined;
    },
    templateName: async (_owner, channel, id) => {
      asked.push(`${channel} template`);
      return id === templateId ? "receipt" : undefined;
    },
  };
  const notifications = {
    get: async (_owner: string, id: string) => all.find((one) => one.id === id),
    findContent: async () => anEmail({ recipient: "old@example.test" }),
    listRecent: async (_owner: string, { limit, before }: { limit: number; before?: string | undefined }) =>
      all
        .toReversed()
        .filter(({ id }) => before === undefined || id < before)
        .slice(0, limit),
  };
  const cursors = new HmacCursors("k".repeat(32));
  const search = async (query: Partial<NotificationSearch>, reader = owner) => {
    const deps = { ...explanations, notifications, names, cursors };
    const page = await searchNotifications(deps, reader, { limit: 25, ...query });
    return { ...page, found: page.notifications.map(({ notification }) => Number(notification.id.slice(-4))) };
  };
  return { search, asked };
}

describe("searchNotifications()", () => {
  const { search } = world([
    { title: "Your receipt for order 4431", templateId },
    { recipient: "Per@Skog.example", status: "failed" },
    { metadata: { order: "SO-4431" }, status: "canceled" },
    { recipient: undefined, templateId: crypto.randomUUID() },
  ]);

  it.each([
    ["receipt 4431", [0]],
    ["RECEIPT", [0]],
    ["per@skog", [1]],
    ["so-44", [2]],
    ["4431", [2, 0]],
    ["old@", [3]],
    ["old@ 4431", []],
    [idOf(1), [1]],
    [idOf(1).toUpperCase(), [1]],
    ["01980000", []],
    ["  ", [3, 2, 1, 0]],
  ])("finds by %j what has all of it in recipient, title or metadata, or as its id", async (text, found) => {
    expect((await search({ text })).found).toEqual(found);
  });

  it("filters by several statuses, account and template", async () => {
    expect((await search({ statuses: ["failed", "canceled"] })).found).toEqual([2, 1]);
    expect((await search({ statuses: ["failed"], text: idOf(2) })).found).toEqual([]);
    expect((await search({ accountId })).found).toHaveLength(4);
    expect((await search({ accountId: templateId })).found).toEqual([]);
    expect((await search({ templateId })).found).toEqual([0]);
  });

  it("looks each name up once a page, and says nothing of a template that is gone", async () => {
    const one = world([{ templateId }, { templateId }, { templateId: crypto.randomUUID() }, { channel: "chat" }]);
    const { notifications } = await one.search({});
    expect(notifications.map(({ accountName, templateName }) => [accountName, templateName])).toEqual([
      ["Shop", undefined],
      ["Shop", undefined],
      ["Shop", "receipt"],
      ["Shop", "receipt"],
    ]);
    expect(one.asked.toSorted()).toEqual(["chat account", "email account", "email template", "email template"]);
  });

  it("says how far back a page has looked, and goes on from there", async () => {
    const many = world([{ title: "needle" }, ...Array.from({ length: 300 }, () => ({ title: "hay" }))]);
    const first = await many.search({ text: "needle" });
    expect(first).toMatchObject({ found: [], nextCursor: expect.any(String), lookedBackTo: minute(101) });
    const second = await many.search({ text: "needle", cursor: first.nextCursor });
    expect(second.found).toEqual([0]);
    expect(second).not.toHaveProperty("lookedBackTo");
  });

  it("takes no cursor of another owner or other filters, none that was changed, and no bare id (D31)", async () => {
    const many = world(Array.from({ length: 5 }, () => ({ title: "hay" })));
    const asked = { text: "hay", limit: 2, sinceMs: 1, statuses: ["pending", "sent"] } as const;
    const { nextCursor: cursor = "" } = await many.search(asked);
    expect((await many.search({ ...asked, cursor, limit: 3, text: " HAY " })).found).toEqual([2, 1, 0]);
    const refusal = { code: "invalid_request", message: "cursor is not valid" };
    await expect(many.search({ ...asked, cursor }, anOwner("stranger"))).rejects.toMatchObject(refusal);
    for (const other of [{ text: "ha" }, { sinceMs: 2 }, { statuses: ["sent"] }, { channel: "chat" }] as const)
      await expect(many.search({ ...asked, cursor, ...other })).rejects.toMatchObject(refusal);
    for (const altered of [`${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`, idOf(3), "x", ""])
      await expect(many.search({ ...asked, cursor: altered })).rejects.toMatchObject(refusal);
  });
});
