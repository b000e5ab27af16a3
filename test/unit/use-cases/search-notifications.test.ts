import { describe, expect, it } from "vitest";
import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import type { Names } from "../../../shared/notifications/named-notifications.ts";
import { type NotificationSearch, searchNotifications } from "../../../shared/notifications/search-notifications.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail } from "../../support/builders.ts";

const owner = anOwner("o");
const [accountId, templateId] = [crypto.randomUUID(), crypto.randomUUID()];
const idOf = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const minute = (n: number) => new Date(Date.UTC(2026, 10, 22, 0, n)).toISOString();

/** Newest first; what was asked of names. */
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
  const search = async (query: Partial<NotificationSearch>) => {
    const page = await searchNotifications({ notifications, names }, owner, { limit: 25, ...query });
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
    const many = world([{ title: "needle" }, ...Array.from({ length: 600 }, () => ({ title: "hay" }))]);
    const first = await many.search({ text: "needle" });
    expect(first).toMatchObject({ found: [], next: idOf(101), lookedBackTo: minute(101) });
    const second = await many.search({ text: "needle", before: first.next });
    expect(second.found).toEqual([0]);
    expect(second).not.toHaveProperty("lookedBackTo");
  });
});
