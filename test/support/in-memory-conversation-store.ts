import type { Hold } from "../../shared/chat/domain/hold.ts";
import type {
  ConversationMessage,
  CustomerOnAccount,
  KnownConversation,
  MessagePlace,
} from "../../shared/conversations/domain/conversation.ts";
import {
  afterInbound,
  afterOutbound,
  inboundAtMs,
  visibleConversation,
} from "../../shared/conversations/domain/conversation-change.ts";
import { positionOf } from "../../shared/conversations/dynamo/conversation-position.ts";
import { chooseKey } from "../../shared/conversations/dynamo/customer-keys.ts";
import { type Move, type RecentReader, recentPage } from "../../shared/conversations/dynamo/recent-walk.ts";
import type { ConversationStore } from "../../shared/conversations/ports/conversation-store.ts";

const byText = (a: string, b: string) => (a < b ? -1 : 1);
const holdKeyOf = ({ chatAccountId, customerKey }: CustomerOnAccount) => JSON.stringify([chatAccountId, customerKey]);

interface Lists {
  readonly conversations: Map<string, KnownConversation>;
  readonly moves: { readonly owner: string; readonly move: Move }[];
}

const newestFirst = (a: MessagePlace, b: MessagePlace) =>
  b.occurredAtMs - a.occurredAtMs ||
  (b.arrivedAtMs ?? b.occurredAtMs) - (a.arrivedAtMs ?? a.occurredAtMs) ||
  byText(b.id, a.id);

/** One owner's list as it stands. */
export const inMemoryReader = ({ conversations, moves }: Lists, owner: string): RecentReader => {
  const own = () => [...conversations.values()].filter((one) => one.owner === owner);
  return {
    movesAbove: async (position, limit) =>
      moves
        .filter((one) => one.owner === owner && one.move.to > position)
        .map(({ move }) => move)
        .sort((a, b) => byText(a.to, b.to))
        .slice(0, limit),
    below: async (position, limit) =>
      own()
        .flatMap((known) => {
          const place = positionOf(known);
          const conversation = visibleConversation(known);
          return conversation && place && place < position ? [{ position: place, conversation }] : [];
        })
        .sort((a, b) => byText(b.position, a.position))
        .slice(0, limit),
    read: async (ids) =>
      new Map(
        own().flatMap((known) => {
          const conversation = visibleConversation(known);
          return conversation && ids.includes(known.id) ? [[known.id, conversation] as const] : [];
        }),
      ),
  };
};

/** Passes test/contract/ports/conversation-store.test.ts beside the DynamoDB store. */
export function inMemoryConversationStore(): ConversationStore {
  const lists: Lists = { conversations: new Map(), moves: [] };
  const messages = new Map<string, ConversationMessage>();
  const holds = new Map<string, Hold>();

  function write(
    owner: string,
    message: ConversationMessage,
    change: (known: KnownConversation | undefined) => KnownConversation,
  ): boolean {
    if (messages.has(message.id)) return false;
    messages.set(message.id, message);
    const known = lists.conversations.get(message.conversationId);
    const next = change(known);
    lists.conversations.set(next.id, next);
    const [from, to] = [known && positionOf(known), positionOf(next)];
    if (to !== undefined && to !== from) lists.moves.push({ owner, move: { to, id: next.id, from } });
    return true;
  }

  const keys = new Map<string, string>();
  const nameOf = (chatAccountId: string, name: string) => JSON.stringify([chatAccountId, name]);
  const isHeld = async (customer: CustomerOnAccount) => holds.has(holdKeyOf(customer));
  const find = async (account: string, name: string) => keys.get(nameOf(account, name));

  return {
    customerKeyOf: async (account, customer) => (await chooseKey(customer, account, { find, isHeld }))?.key,
    async learnCustomer(account, customer) {
      const chosen = await chooseKey(customer, account, { find, isHeld });
      for (const name of chosen?.learned ?? []) keys.set(nameOf(account, name), chosen?.key ?? "");
      return chosen?.key;
    },
    async get(owner, id) {
      const known = lists.conversations.get(id);
      return known?.owner === owner ? visibleConversation(known) : undefined;
    },
    list: (owner, query) => recentPage(inMemoryReader(lists, owner), query),
    async messages(conversationId, limit, before) {
      const found = [...messages.values()]
        .filter((one) => one.conversationId === conversationId)
        .filter((one) => before === undefined || newestFirst(before, one) < 0)
        .sort(newestFirst);
      return { messages: found.slice(0, limit), hasOlder: found.length > limit };
    },
    async message(conversationId, messageId) {
      const found = messages.get(messageId);
      return found?.conversationId === conversationId ? found : undefined;
    },
    findByProviderId: async (conversationId, providerMessageId) =>
      [...messages.values()].find(
        (one) =>
          one.conversationId === conversationId &&
          one.direction === "inbound" &&
          one.messageType !== "reaction" &&
          one.providerMessageId === providerMessageId,
      ),
    async addInbound(inbound) {
      const { conversation, message, opensWindow } = inbound;
      const isNew = write(conversation.owner, message, (known) => afterInbound(known, inbound));
      const hold = holds.get(holdKeyOf(conversation));
      if (opensWindow && hold?.owner === conversation.owner) {
        const latestInboundAtMs = Math.max(hold.latestInboundAtMs ?? 0, inboundAtMs(inbound));
        holds.set(holdKeyOf(conversation), { ...hold, latestInboundAtMs });
      }
      return isNew;
    },
    addOutbound: async (outbound) =>
      write(outbound.conversation.owner, outbound.message, (known) => afterOutbound(known, outbound)),
    hold: async (customer) => holds.get(holdKeyOf(customer)),
    async replaceHold(customer, seen, next) {
      const hold = holds.get(holdKeyOf(customer));
      const isAsSeen = hold?.owner === seen?.owner && hold?.latestInboundAtMs === seen?.latestInboundAtMs;
      if (!isAsSeen) return hold?.owner === next.owner;
      holds.set(holdKeyOf(customer), next);
      return true;
    },
    async customerOf(owner, id) {
      const known = lists.conversations.get(id);
      if (known?.owner !== owner) return undefined;
      return { chatAccountId: known.chatAccountId, customerKey: known.customerKey, updatedAtMs: known.updatedAtMs };
    },
    async learnProviderMessageId(conversationId, messageId, providerMessageId) {
      const found = messages.get(messageId);
      if (found?.conversationId === conversationId && found.providerMessageId === undefined) {
        messages.set(messageId, { ...found, providerMessageId });
      }
    },
  };
}
