import { describe, expect, it } from "vitest";
import { toPanelConversationPageView } from "../../../shared/conversations/contract/panel/conversation-views.ts";
import { toPanelHistoryView } from "../../../shared/conversations/contract/panel/history-view.ts";
import { getToldHistory } from "../../../shared/conversations/get-told-history.ts";
import { listDescribedConversations } from "../../../shared/conversations/list-described-conversations.ts";
import { markConversation } from "../../../shared/conversations/mark-conversation.ts";
import { replyToConversation } from "../../../shared/conversations/reply-to-conversation.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import { aConversationWorld } from "../../support/a-conversation-world.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aChatTemplate } from "../../support/chat-builders.ts";
import { OWNER } from "../../support/some-edge-services.ts";

const MINUTE = 60_000;
const phoneOf = (n: number) => `+1555000${String(n).padStart(4, "0")}`;
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof Refusal)) throw new Error(`no refusal: ${String(error)}`);
  return error.message;
};

/** Creates customers who wrote this many minutes ago, one for each number. */
async function aWorldOf(minutesAgo: readonly number[]) {
  const world = aConversationWorld();
  const ids: string[] = [];
  for (const [n, minutes] of minutesAgo.entries()) {
    const body = `message ${n}`;
    ids.push(await world.inbound({ phone: phoneOf(n), payload: { body }, agoMs: minutes * MINUTE }));
  }
  const list = async (listing: Partial<Parameters<typeof listDescribedConversations>[2]> = {}) => {
    const page = await listDescribedConversations(world.deps, OWNER, { limit: 25, view: "all", ...listing });
    return toPanelConversationPageView(page, world.clock.now());
  };
  const numbersIn = async (listing?: Parameters<typeof list>[0]) =>
    (await list(listing)).conversations.map(({ customer_phone }) => customer_phone);
  const newestOf = async (id: string) => (await world.deps.conversations.messages(id, 1)).messages[0];
  const mark = (id: string | undefined, request: { readUpTo?: string | undefined; isDone?: boolean }) =>
    markConversation(world.deps, OWNER, { id: id ?? "", ...request });
  const answer = (id: string | undefined, text = "Hello") => {
    const call = { owner: OWNER, conversationId: id ?? "", id: world.deps.identifiers.newId() };
    return replyToConversation(world.deps, call, { content: { type: "text", body: text, previewUrl: false } });
  };
  return { ...world, ids, list, numbersIn, newestOf, mark, answer };
}

describe("listDescribedConversations()", () => {
  it("shows who waits longest first, then the others, newest first, and leaves out what is done", async () => {
    const { ids, numbersIn, answer, mark, clock } = await aWorldOf([5, 30, 20, 10, 2]);
    for (const n of [0, 3]) {
      clock.advance(1000);
      await answer(ids[n]);
    }
    await mark(ids[4], { isDone: true });
    expect(await numbersIn()).toEqual([1, 2, 3, 0].map(phoneOf));
    expect(await numbersIn({ view: "waiting" })).toEqual([1, 2].map(phoneOf));
    expect(await numbersIn({ view: "unread" })).toEqual([1, 2, 3, 0].map(phoneOf));
    expect(await numbersIn({ view: "done" })).toEqual([phoneOf(4)]);
    expect((await numbersIn({ view: undefined })).sort()).toEqual([0, 1, 2, 3, 4].map(phoneOf));
  });

  it("goes from those who wait to the others page by page, whatever the page's size, and shows each once", async () => {
    const { ids, list, answer } = await aWorldOf([9, 8, 7, 6, 5, 4, 3]);
    for (const n of [1, 3, 5]) await answer(ids[n]);
    const whole = (await list()).conversations.map(({ id }) => id);
    expect(new Set(whole).size).toBe(7);
    for (const limit of [1, 2, 3, 5]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ limit, cursor });
        expect(page.conversations.length).toBeLessThanOrEqual(limit);
        seen.push(...page.conversations.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor !== undefined && seen.length < 50);
      expect([limit, seen]).toEqual([limit, whole]);
    }
  });

  it("takes a cursor for the same owner, view and question only", async () => {
    const { deps, list } = await aWorldOf([3, 2, 1]);
    const { next_cursor: cursor } = await list({ limit: 1 });
    expect(await refusal(list({ limit: 1, view: "waiting", cursor }))).toBe("cursor is not valid");
    expect(await refusal(list({ limit: 1, q: "x", cursor }))).toBe("cursor is not valid");
    const stranger = listDescribedConversations(deps, anOwner("owner-2"), { limit: 1, view: "all", cursor });
    expect(await refusal(stranger)).toBe("cursor is not valid");
  });

  it("finds names, numbers and last messages first, then older messages, and says how far it looked", async () => {
    const { ids, list, answer, mark, inbound } = await aWorldOf([9, 8, 7]);
    await answer(ids[0], "We looked into it");
    await answer(ids[1], "About message 0: it is here");
    await mark(ids[1], { isDone: true });
    await inbound({ phone: phoneOf(3), profileName: "Zoë Message", payload: { body: "hello" } });
    const { conversations, looked_at } = await list({ q: "MESSAGE" });
    const found = conversations.map(({ customer_phone, matched_text = "" }) => [customer_phone, matched_text]);
    expect(
      found
        .slice(0, 3)
        .map(([phone]) => phone)
        .sort(),
    ).toEqual([1, 2, 3].map(phoneOf));
    expect(found.slice(3)).toEqual([[phoneOf(0), "message 0"]]);
    expect(looked_at?.conversations).toBe(1);
    expect((await list({ q: "zoe" })).conversations.map(({ customer_name }) => customer_name)).toEqual(["Zoë Message"]);
    expect((await list({ q: "0000-002" })).conversations).toHaveLength(1);
    expect((await list({ q: "nobody wrote this" })).conversations).toEqual([]);
  });

  it("says what became of our own last message", async () => {
    const { ids, list, answer } = await aWorldOf([5]);
    const { id } = await answer(ids[0], "On its way");
    const [row] = (await list()).conversations;
    expect(row).toMatchObject({
      last_message: { direction: "outbound", text: "On its way", notification_id: id, status: "pending" },
      unread: 1,
      is_done: false,
    });
    expect(row).not.toHaveProperty("waiting_since");
  });
});

describe("markConversation()", () => {
  it("reads up to a message of the conversation, and of no other", async () => {
    const { ids, mark, newestOf } = await aWorldOf([5, 4]);
    const [own, other] = [await newestOf(ids[0] ?? ""), await newestOf(ids[1] ?? "")];
    expect(await mark(ids[0], { readUpTo: own?.id })).toMatchObject({ unread: 0 });
    expect(await refusal(mark(ids[0], { readUpTo: other?.id }))).toBe(
      "read_up_to is not a message of the conversation",
    );
    expect(await refusal(mark(crypto.randomUUID(), { isDone: true }))).toBe("conversation not found");
  });
});

describe("getToldHistory()", () => {
  it("shows a template as the customer reads it, while it is known", async () => {
    const { deps, ids, account, clock } = await aWorldOf([5]);
    const base = aChatTemplate();
    const template = {
      ...base,
      owner: OWNER,
      chatAccountId: account.id,
      definition: {
        ...base.definition,
        header: { type: "text", text: "For {{1}}" } as const,
        body: { text: "Order {{1}} is {{2}}, {{1}}." },
        footer: { text: "Thanks" },
        buttons: [{ type: "dynamic_url", text: "See", url: "https://shop.example/{{1}}" } as const],
      },
      parameters: [
        { component: "header", position: 1, name: "header_parameter_1", type: "text", required: true } as const,
        { component: "body", position: 1, name: "parameter_1", type: "text", required: true } as const,
        { component: "body", position: 2, name: "parameter_2", type: "text", required: true } as const,
        { component: "button", position: 1, name: "button_1_parameter_1", type: "text", required: true } as const,
      ],
    };
    await deps.chatTemplates.add(template);
    const call = { owner: OWNER, conversationId: ids[0] ?? "", id: deps.identifiers.newId() };
    const parameters = ["Ana", "$& 42", "ready", "42"];
    await replyToConversation(deps, call, { template: { templateId: template.id, parameters } });
    const told = async (chatTemplates: Pick<typeof deps.chatTemplates, "get"> = deps.chatTemplates) => {
      const history = await getToldHistory({ ...deps, chatTemplates }, OWNER, { id: call.conversationId, limit: 10 });
      return toPanelHistoryView(history, clock.now()).messages[0];
    };
    expect(await told()).toMatchObject({
      status: "pending",
      rendered: {
        header: { type: "text", text: "For Ana" },
        body: "Order $& 42 is ready, $& 42.",
        footer: "Thanks",
        buttons: [{ type: "dynamic_url", text: "See", target: "https://shop.example/42" }],
      },
    });
    expect(await told({ get: async () => undefined })).not.toHaveProperty("rendered");
    expect((await deps.conversations.get(OWNER, call.conversationId))?.last?.text).toBe("Order $& 42 is ready, $& 42.");
  });

  it("explains why a message failed, in the words of the timeline", async () => {
    const { deps, ids, answer, clock } = await aWorldOf([5]);
    const { id } = await answer(ids[0]);
    await deps.notifications.giveUp(OWNER, id, "account_deleted");
    const history = await getToldHistory(deps, OWNER, { id: ids[0] ?? "", limit: 10 });
    const [ours, theirs] = toPanelHistoryView(history, clock.now()).messages;
    expect(ours).toMatchObject({ status: "failed", explanation: { summary: expect.stringMatching(/./) } });
    expect(theirs).not.toHaveProperty("status");
  });
});
