import type { EventCustomer } from "../../shared/chat/domain/chat-event.ts";
import type { Assignment } from "../../shared/conversations/domain/assignment.ts";
import type {
  Conversation,
  ConversationMessage,
  CustomerOnAccount,
  MessagePlace,
} from "../../shared/conversations/domain/conversation.ts";
import { customerKey } from "../../shared/conversations/domain/conversation-id.ts";
import type { ConversationInbox, ConversationQuery, ConversationStore } from "../../shared/conversations/ports.ts";
import { attentionIn, type Marked, type WrittenMessage } from "./in-memory-attention.ts";

/** A message as it was written, with the fields of its conversation that were written with it. */
interface Written extends WrittenMessage {
  message: ConversationMessage;
  readonly told: Omit<Conversation, "latestInboundAtMs">;
}
interface Named {
  readonly account: string;
  readonly name: string;
  readonly key: string;
}
interface Held extends CustomerOnAccount {
  assignment: Assignment;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const newestFirst = (a: MessagePlace, b: MessagePlace) =>
  b.occurredAtMs - a.occurredAtMs ||
  (b.arrivedAtMs ?? b.occurredAtMs) - (a.arrivedAtMs ?? a.occurredAtMs) ||
  byText(b.id, a.id);

/** Derives a conversation from all its messages in the order of writing. */
function sumUp(
  all: readonly Written[],
  marked: readonly Marked[],
): (Omit<Conversation, "latestInboundAtMs"> & Partial<Conversation>) | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const customers = all
    .filter((one) => one.customerWroteAtMs !== undefined)
    .sort((a, b) => (b.customerWroteAtMs ?? 0) - (a.customerWroteAtMs ?? 0));
  // The customer's messages, newest first, decide the customer's phone, id and name; after them all messages in the order of writing.
  const tellers = [...customers, ...all].map(({ told }) => told);
  const { owner, id, chatAccountId, customerKey: key } = first.told;
  // A person who writes first begins the conversation, whose window is closed from then on.
  const begunAtMs = all.find(({ isReply }) => isReply)?.message.occurredAtMs;
  const shownSince = customers[0]?.customerWroteAtMs ?? (begunAtMs && begunAtMs - DAY_MS);
  return {
    ...{ owner, id, chatAccountId, customerKey: key },
    ...attentionIn(all, marked),
    customerPhone: tellers.find((told) => told.customerPhone !== undefined)?.customerPhone,
    providerUserId: tellers.find((told) => told.providerUserId !== undefined)?.providerUserId,
    profileName: tellers.find((told) => told.profileName !== undefined)?.profileName,
    updatedAtMs: Math.max(...all.map(({ told }) => told.updatedAtMs)),
    ...(shownSince !== undefined && { latestInboundAtMs: shownSince }),
  };
}

const isShown = (one: ReturnType<typeof sumUp>): one is Conversation => one?.latestInboundAtMs !== undefined;

function isInView(one: Conversation, { state, notWaitingAtMs }: Partial<ConversationQuery>): boolean {
  const { isDone = false, waitingSinceMs = Number.POSITIVE_INFINITY, unread = 0 } = one;
  if (notWaitingAtMs !== undefined && !isDone && waitingSinceMs <= notWaitingAtMs) return false;
  if (state === undefined) return true;
  if (state === "done" || isDone) return state === "done" && isDone;
  return state === "open" || (state === "waiting" ? Number.isFinite(waitingSinceMs) : unread > 0);
}

function isFound(one: Conversation, { term }: ConversationQuery): boolean {
  if (term === undefined) return true;
  const texts = `${one.profileName ?? ""}\n${one.last?.text ?? ""}`
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
  return texts.includes(term.text) || (term.digits !== undefined && (one.customerPhone ?? "").includes(term.digits));
}

function matches(one: Conversation, query: ConversationQuery): boolean {
  const { window, phonePart = "", nowMs } = query;
  const isOpen = one.latestInboundAtMs + DAY_MS > nowMs;
  const isOfWindow = window === undefined || (window === "open") === isOpen;
  return isOfWindow && (one.customerPhone ?? "").includes(phonePart) && isInView(one, query) && isFound(one, query);
}

const isOf = (customer: CustomerOnAccount) => (held: CustomerOnAccount) =>
  held.chatAccountId === customer.chatAccountId && held.customerKey === customer.customerKey;

/**
 * A double in memory that passes the same contract test as the DynamoDB store (test/contract/ports/conversation-store.test.ts), but shares no
 * code with it: it derives everything from the messages as they were written.
 */
export function inMemoryConversationStore(): ConversationStore & ConversationInbox {
  const written: Written[] = [];
  const held: Held[] = [];
  const names: Named[] = [];
  const marked: (Marked & { readonly id: string })[] = [];
  /** For each listing, the ids of all conversations that matched when its first page was read. */
  const lists: string[][] = [];

  const inside = (id: string) => written.filter(({ message }) => message.conversationId === id);
  const conversation = (id: string) =>
    sumUp(
      inside(id),
      marked.filter((one) => one.id === id),
    );
  const shownOf = (owner: string) =>
    [...new Set(written.map(({ message }) => message.conversationId))]
      .map(conversation)
      .filter(isShown)
      .filter((one) => one.owner === owner);
  const holdOf = (customer: CustomerOnAccount) => held.find(isOf(customer));
  const add = (one: Written): boolean => {
    if (written.some(({ message }) => message.id === one.message.id)) return false;
    written.push(one);
    return true;
  };
  const keyOfName = (account: string, name: string | undefined) =>
    names.find((one) => one.account === account && one.name === name)?.key;

  /** Returns the customer key that the phone number or the id already has, or else a new key (D30). `name` is another name to store for the key. */
  function choose(account: string, { phone, providerUserId }: EventCustomer) {
    const number = phone === undefined ? undefined : customerKey({ phone });
    const [byNumber, byId] = [keyOfName(account, number), keyOfName(account, providerUserId)];
    if (byNumber !== undefined) return { key: byNumber };
    if (number === undefined)
      return { key: byId ?? providerUserId, name: byId === undefined ? providerUserId : undefined };
    if (byId === undefined) return { key: number, name: providerUserId };
    const keepsItsOwn = byId === number || holdOf({ chatAccountId: account, customerKey: number }) !== undefined;
    return keepsItsOwn ? { key: number } : { key: byId, name: number };
  }

  function startList(owner: string, query: ConversationQuery): number {
    const found = shownOf(owner).filter((one) => matches(one, query));
    const sorted = found.sort((a, b) => b.updatedAtMs - a.updatedAtMs || byText(b.id, a.id));
    return lists.push(sorted.map(({ id }) => id)) - 1;
  }

  return {
    customerKeyOf: async (account, customer) => choose(account, customer).key,
    async learnCustomer(account, customer) {
      const { key, name } = choose(account, customer);
      if (key !== undefined && name !== undefined) names.push({ account, name, key });
      return key;
    },
    async get(owner, id) {
      const found = conversation(id);
      return isShown(found) && found.owner === owner ? found : undefined;
    },
    async list(owner, query) {
      const [list = startList(owner, query), from = 0] = query.after?.split(" ").map(Number) ?? [];
      const ids = lists[list] ?? [];
      const to = from + query.limit;
      const page = ids.slice(from, to).map(conversation).filter(isShown);
      const conversations = page.sort((a, b) => b.updatedAtMs - a.updatedAtMs || byText(b.id, a.id));
      return { conversations, ...(to < ids.length && { next: `${list} ${to}` }) };
    },
    async messages(conversationId, limit, before) {
      const found = written
        .map(({ message }) => message)
        .filter((one) => one.conversationId === conversationId)
        .filter((one) => before === undefined || newestFirst(before, one) < 0)
        .sort(newestFirst);
      return { messages: found.slice(0, limit), hasOlder: found.length > limit };
    },
    message: async (conversationId, messageId) =>
      written
        .map(({ message }) => message)
        .find((one) => one.id === messageId && one.conversationId === conversationId),
    findByProviderId: async (conversationId, providerMessageId) =>
      written
        .map(({ message }) => message)
        .find(
          (one) =>
            one.conversationId === conversationId &&
            one.direction === "inbound" &&
            one.messageType !== "reaction" &&
            one.providerMessageId === providerMessageId,
        ),
    async addInbound({ conversation: told, message, opensWindow }) {
      const wroteAtMs = Math.min(message.occurredAtMs, told.updatedAtMs);
      const isNew = add({ message, told, customerWroteAtMs: opensWindow ? wroteAtMs : undefined });
      const own = holdOf(told);
      if (opensWindow && own?.assignment.owner === told.owner) {
        own.assignment = {
          ...own.assignment,
          latestInboundAtMs: Math.max(own.assignment.latestInboundAtMs ?? 0, wroteAtMs),
        };
      }
      return isNew;
    },
    addOutbound: async ({ conversation: told, message, isReply, text }) => add({ message, told, isReply, text }),
    async rewriteOutbound({ message }) {
      const known = written.find((one) => one.message.id === message.id);
      if (known?.message.conversationId !== message.conversationId) return false;
      known.message = { ...known.message, payload: message.payload };
      return true;
    },
    async mark(owner, id, marks) {
      const known = conversation(id);
      if (!isShown(known) || known.owner !== owner) return undefined;
      marked.push({ id, marks, before: inside(id).length });
      const now = conversation(id);
      return isShown(now) ? now : undefined;
    },
    async waiting(owner, query) {
      const sinceOf = (one: Conversation) => one.waitingSinceMs ?? 1e15 + (one.lastCustomer?.occurredAtMs ?? 0);
      const found = shownOf(owner)
        .filter((one) => isInView(one, query) && sinceOf(one) > (query.waitsAfterMs ?? 0))
        .sort((a, b) => sinceOf(a) - sinceOf(b) || byText(a.id, b.id));
      const from = query.after === undefined ? 0 : found.findIndex(({ id }) => id === query.after) + 1;
      const conversations = found.slice(from, from + query.limit);
      const last = conversations.at(-1);
      return { conversations, ...(last && from + query.limit < found.length && { next: last.id }) };
    },
    async countWaiting(owner) {
      const count = (state: "waiting" | "unread") =>
        Math.min(100, shownOf(owner).filter((one) => isInView(one, { state })).length);
      return { waiting: count("waiting"), unread: count("unread") };
    },
    assignment: async (customer) => holdOf(customer)?.assignment,
    async replaceAssignment({ chatAccountId, customerKey: key }, seen, next) {
      const own = holdOf({ chatAccountId, customerKey: key });
      const isAsSeen =
        own?.assignment.owner === seen?.owner && own?.assignment.latestInboundAtMs === seen?.latestInboundAtMs;
      if (!isAsSeen) return own?.assignment.owner === next.owner;
      if (own === undefined) held.push({ chatAccountId, customerKey: key, assignment: next });
      else own.assignment = next;
      return true;
    },
    async customerOf(owner, id) {
      const found = conversation(id);
      if (found?.owner !== owner) return undefined;
      return { chatAccountId: found.chatAccountId, customerKey: found.customerKey, updatedAtMs: found.updatedAtMs };
    },
    async learnProviderMessageId(conversationId, messageId, providerMessageId) {
      const found = written.find(({ message }) => message.id === messageId);
      if (found?.message.conversationId === conversationId && found.message.providerMessageId === undefined) {
        found.message = { ...found.message, providerMessageId };
      }
    },
  };
}
