import { describe, expect, it } from "vitest";
import { explanations } from "../../../../shared/channels/domain/explanations.ts";
import type { Conversation, ConversationMessage } from "../../../../shared/conversations/domain/conversation.ts";
import type { InboxListing } from "../../../../shared/conversations/list-inbox.ts";
import { listInbox } from "../../../../shared/conversations/list-inbox.ts";
import type { ConversationPage, MessagePage } from "../../../../shared/conversations/ports.ts";
import { HmacCursors } from "../../../../shared/kernel/hmac-cursors.ts";
import { listNotificationsQuery } from "../../../../shared/notifications/contract/panel/notification-list.ts";
import type { RecentPage } from "../../../../shared/notifications/ports.ts";
import { searchNotifications } from "../../../../shared/notifications/read/search-notifications.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification, anEmail } from "../../../support/builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";

const CALLERS = 20;
const MOST_LOOKED_AT = 200;
const PAGE = 100;
const [LOUD, QUIET] = [anOwner("loud"), anOwner("quiet")];
const cursors = new HmacCursors("k".repeat(32));
const idOf = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;

interface Costs {
  lists: number;
  items: number;
  contents: number;
  names: number;
}

/**
 * Creates a store with thousands of the loud owner's notifications and a few of another's. It counts the calls of each
 * request.
 */
function aStoreOf(count: number, { hasRecipients }: { readonly hasRecipients: boolean }) {
  const recipient = hasRecipients ? "ana@example.test" : undefined;
  const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`key${i}`, "İ".repeat(40)]));
  const newestFirst = Array.from({ length: count }, (_, n) =>
    aNotification({
      ...{ owner: LOUD, id: idOf(count - n), title: "needle in the hay", recipient, metadata, status: "failed" },
      ...{ accountId: crypto.randomUUID(), templateId: crypto.randomUUID() },
    }),
  );
  const own = [aNotification({ owner: QUIET, id: idOf(1), recipient: "bob@example.test" })];
  const request = () => {
    const costs: Costs = { lists: 0, items: 0, contents: 0, names: 0 };
    const name = async () => {
      costs.names++;
      return "name";
    };
    const deps = {
      ...explanations,
      cursors,
      names: { accountName: name, templateName: name },
      notifications: {
        get: async () => undefined,
        findContent: async () => {
          costs.contents++;
          return anEmail({ recipient: "old@example.test" });
        },
        listRecent: async (owner: string, { limit, before = "~", from = "" }: RecentPage) => {
          costs.lists++;
          const all = owner === LOUD ? newestFirst : own;
          const page = all.filter(({ id }) => id < before && id >= from).slice(0, limit);
          costs.items += page.length;
          return page;
        },
      },
    };
    return {
      costs,
      search: (owner: typeof LOUD, query: object) =>
        searchNotifications(
          deps,
          owner,
          listNotificationsQuery.parse(query) as Parameters<typeof searchNotifications>[2],
        ),
    };
  };
  return request;
}

/** Each of these queries reads everything that there is, mostly in vain. */
const EXPENSIVE: readonly Record<string, string>[] = [
  { q: "zz ".repeat(66) },
  { q: "İ".repeat(200) },
  { q: "needle hay İİİ zz", limit: "100" },
  { reason: "mailbox_full", status: Array.from({ length: 500 }, () => "failed").join(",") },
  { metadata: `key15=${"x".repeat(500)}` },
  { q: "old@", limit: "100", since: "2020-01-01T00:00:00Z", until: "2030-01-01T00:00:00Z" },
  { limit: "100" },
];

describe("the costs of a search of notifications", () => {
  it.each([true, false])(
    "are bounded for each of 20 callers, to the last page (recipients kept: %j)",
    async (hasRecipients) => {
      const newRequest = aStoreOf(3000, { hasRecipients });
      const requests: Costs[] = [];
      const walk = async (query: Record<string, string>) => {
        for (let cursor: string | undefined = ""; cursor !== undefined; ) {
          const { costs, search } = newRequest();
          const page: Awaited<ReturnType<typeof search>> = await search(LOUD, { ...query, ...(cursor && { cursor }) });
          requests.push(costs);
          cursor = page.nextCursor;
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, (_, i) => walk(EXPENSIVE[i % EXPENSIVE.length] ?? {})));
      const most = (of: keyof Costs) => Math.max(...requests.map((costs) => costs[of]));
      expect(most("items")).toBe(MOST_LOOKED_AT);
      expect(most("lists")).toBe(MOST_LOOKED_AT / PAGE);
      // Ten are read at once, and the page may end before that.
      expect(most("contents")).toBeLessThanOrEqual(hasRecipients ? 0 : PAGE);
      expect(most("names")).toBeLessThanOrEqual(2 * PAGE);
    },
  );

  it("are another owner's own, whatever the first one has", async () => {
    const newRequest = aStoreOf(3000, { hasRecipients: true });
    const { costs, search } = newRequest();
    const { notifications } = await search(QUIET, { q: "bob@" });
    expect([notifications.length, costs]).toEqual([1, { lists: 1, items: 1, contents: 0, names: 1 }]);
  });
});

describe("the costs of a search of conversations", () => {
  const MOST_LOOKS = 4;
  const TEXTS_OF = 25;
  const MESSAGES = 100;

  it("are bounded for each of 20 callers, to the last page", async () => {
    const all = Array.from(
      { length: 400 },
      (_, n): Conversation => ({
        ...{ owner: LOUD, id: idOf(n), chatAccountId: "a", customerKey: `+1${n}`, updatedAtMs: 1000 - n },
        latestInboundAtMs: 1000 - n,
      }),
    );
    const message = { payload: { body: "hay" }, messageType: "text" } as unknown as ConversationMessage;
    const requests: { lists: number; conversations: number; messages: number }[] = [];
    const walk = async (listing: Omit<InboxListing, "cursor">) => {
      for (let cursor: string | undefined = ""; cursor !== undefined; ) {
        const costs = { lists: 0, conversations: 0, messages: 0 };
        const conversations = {
          list: async (
            _: unknown,
            { limit, after }: { limit: number; after?: string | undefined },
          ): Promise<ConversationPage> => {
            costs.lists++;
            const from = Number(after ?? 0);
            costs.conversations += Math.min(limit, all.length - from);
            const next = from + limit < all.length ? String(from + limit) : undefined;
            return { conversations: all.slice(from, from + limit), ...(next !== undefined && { next }) };
          },
          messages: async (_: string, limit: number): Promise<MessagePage> => {
            costs.messages += limit;
            return { messages: Array.from({ length: limit }, () => message), hasOlder: false };
          },
        };
        const inbox = { waiting: conversations.list };
        const deps = { cursors, clock: fakeClock(), conversations, inbox };
        const page: Awaited<ReturnType<typeof listInbox>> = await listInbox(deps, LOUD, {
          ...listing,
          ...(cursor && { cursor }),
        });
        requests.push(costs);
        cursor = page.nextCursor;
      }
    };
    const asked = [{ q: "zz" }, { q: "ﷺ".repeat(100) }, { q: "zz", window: "open" as const }];
    await Promise.all(
      Array.from({ length: CALLERS }, (_, i) => walk({ view: "all", limit: 100, ...asked[i % asked.length] })),
    );
    expect(Math.max(...requests.map(({ lists }) => lists))).toBe(MOST_LOOKS);
    expect(Math.max(...requests.map(({ messages }) => messages))).toBe(MOST_LOOKS * TEXTS_OF * MESSAGES);
  });
});
