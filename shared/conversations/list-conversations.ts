import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import type { Conversation } from "./domain/conversation.ts";
import { newestFirst } from "./domain/conversation-list.ts";
import { type PhonePart, phonePart } from "./domain/phone-part.ts";
import type { ConversationPage, ConversationStore } from "./ports.ts";

/** One page asks the store at most this often. A filter that matches little gets a short page with a cursor instead of a slow one. */
const MAX_LOOKS = 5;

export interface ListConversationsDeps {
  readonly conversations: Pick<ConversationStore, "list">;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

export interface ConversationListing {
  readonly window?: "open" | "closed" | undefined;
  /** A part of a phone number, as typed. */
  readonly q?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ListedConversations {
  /** The conversations, newest first. */
  readonly conversations: readonly Conversation[];
  readonly nextCursor?: string | undefined;
}

export async function listConversations(
  deps: ListConversationsDeps,
  owner: Owner,
  { window, q, limit, cursor }: ConversationListing,
): Promise<ListedConversations> {
  const part = phonePart(q);
  const bound = boundCursors(deps.cursors, owner, JSON.stringify(["walk", window ?? "", keyOf(part)]));
  const after = bound.read(cursor);
  if (part.kind === "none") return { conversations: [] };
  const digits = part.kind === "digits" ? part.digits : undefined;
  const { conversations, next } = await filledPage(deps, owner, { window, limit, phonePart: digits, after });
  return { conversations, ...bound.next(next) };
}

const keyOf = (part: PhonePart): string => (part.kind === "digits" ? part.digits : part.kind);

interface Wanted {
  readonly window: ConversationListing["window"];
  readonly limit: number;
  readonly phonePart: string | undefined;
  readonly after: string | undefined;
}

async function filledPage(
  { conversations, clock }: ListConversationsDeps,
  owner: Owner,
  { after, limit, ...filter }: Wanted,
): Promise<ConversationPage> {
  // The whole page uses one time, so that no service window closes between two reads.
  const nowMs = clock.now();
  const found: Conversation[] = [];
  let next = after;
  for (let look = 0; look < MAX_LOOKS && found.length < limit; look++) {
    const page = await conversations.list(owner, { ...filter, limit: limit - found.length, nowMs, after: next });
    found.push(...page.conversations);
    next = page.next;
    if (next === undefined) break;
  }
  return { conversations: newestFirst(found), next };
}
