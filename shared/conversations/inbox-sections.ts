import { messageText } from "../chat/domain/message-text.ts";
import { inBatches } from "../kernel/in-batches.ts";
import type { Owner } from "../kernel/owner.ts";
import type { Conversation, ConversationMessage } from "./domain/conversation.ts";
import type { ConversationFilter, ConversationState } from "./domain/conversation-list.ts";
import { isWanted } from "./domain/conversation-list.ts";
import type { FoundConversation, InboxView, Section } from "./domain/inbox-page.ts";
import { containsTerm, type SearchTerm } from "./domain/search-term.ts";
import type { ConversationInbox, ConversationPage, ConversationStore } from "./ports.ts";

/** One search in messages reads this many conversations, and of each the newest `MESSAGES`. */
const TEXTS_OF = 25;
const MESSAGES = 100;

export interface SectionsDeps {
  readonly conversations: Pick<ConversationStore, "list" | "messages">;
  readonly inbox: Pick<ConversationInbox, "waiting">;
}

export interface SectionsRequest extends ConversationFilter {
  readonly view: InboxView;
  /** The time when the first page was requested. */
  readonly beganMs: number;
}

const STATE_OF: Readonly<Record<InboxView, ConversationState>> = {
  all: "open",
  waiting: "waiting",
  unread: "unread",
  done: "done",
};

const listed = ({ conversations, next }: ConversationPage) => ({
  conversations: conversations.map((conversation) => ({ conversation })),
  next,
});

/**
 * Without a search, conversations that wait come first, longest first, and then the others, newest first. A search looks in names, numbers and
 * last messages, and then in all messages. In the view `all` it finds conversations that are done, too.
 */
export function sectionsOf(
  deps: SectionsDeps,
  owner: Owner,
  { view, term, beganMs, ...rest }: SectionsRequest,
): Section[] {
  const filter = { window: rest.window, nowMs: rest.nowMs };
  const newest =
    (its: Partial<ConversationFilter>): Section =>
    async (request) =>
      listed(await deps.conversations.list(owner, { ...filter, ...its, ...request }));
  if (term !== undefined) {
    const state = view === "all" ? undefined : STATE_OF[view];
    return [newest({ state, term }), messagesSection(deps, owner, { ...filter, state, term })];
  }
  const longest =
    (state: "waiting" | "unread"): Section =>
    async (request) =>
      listed(await deps.inbox.waiting(owner, { ...filter, state, ...request }));
  if (view === "done") return [newest({ state: "done" })];
  if (view === "all") return [longest("waiting"), newest({ state: "open", notWaitingAtMs: beganMs })];
  return [longest(view)];
}

type TextFilter = ConversationFilter & { readonly term: SearchTerm };

function messagesSection(
  { conversations }: Pick<SectionsDeps, "conversations">,
  owner: Owner,
  filter: TextFilter,
): Section {
  const { term, ...others } = filter;
  return async ({ limit, after }) => {
    const page = await conversations.list(owner, { ...others, limit: Math.min(limit, TEXTS_OF), after });
    // The previous section has shown the conversations that match by name, number or last message.
    const left = page.conversations.filter((one) => !isWanted(one, { nowMs: filter.nowMs, term }));
    const looked = await inBatches(left, (one) => lookInto(conversations, one, term));
    const found = looked.flatMap((one) => one ?? []);
    const backToMs = Math.min(...page.conversations.map(({ updatedAtMs }) => updatedAtMs));
    const lookedAt = left.length > 0 ? { conversations: left.length, backToMs } : undefined;
    return { conversations: found, next: page.next, lookedAt };
  };
}

async function lookInto(
  conversations: Pick<ConversationStore, "messages">,
  conversation: Conversation,
  term: SearchTerm,
): Promise<FoundConversation | undefined> {
  const { messages } = await conversations.messages(conversation.id, MESSAGES);
  const text = messages
    .map((message: ConversationMessage) => messageText(message))
    .find((one) => containsTerm({ text: term.text }, { texts: [one] }));
  return text === undefined ? undefined : { conversation, matchedText: text };
}
