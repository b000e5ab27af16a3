import type { Owner } from "../kernel/owner.ts";
import {
  type DescribeConversationsDeps,
  type DescribedConversation,
  describeConversations,
} from "./describe-conversations.ts";
import type { InboxView } from "./domain/inbox-page.ts";
import { type ConversationListing, listConversations } from "./list-conversations.ts";
import { type ListedInbox, type ListInboxDeps, listInbox } from "./list-inbox.ts";

export type ListDescribedDeps = ListInboxDeps & DescribeConversationsDeps;

export interface DescribedListing extends ConversationListing {
  /** Without a view, every conversation is listed, newest first, as for programs. */
  readonly view?: InboxView | undefined;
}

export interface DescribedInbox extends Omit<ListedInbox, "conversations"> {
  readonly conversations: readonly (DescribedConversation & { readonly matchedText?: string | undefined })[];
}

export async function listDescribedConversations(
  deps: ListDescribedDeps,
  owner: Owner,
  { view, ...listing }: DescribedListing,
): Promise<DescribedInbox> {
  if (view === undefined) {
    const { conversations, nextCursor } = await listConversations(deps, owner, listing);
    return { conversations: await describeConversations(deps, owner, conversations), nextCursor };
  }
  const { conversations: found, ...page } = await listInbox(deps, owner, { ...listing, view });
  const all = found.map(({ conversation, matchedText }) => ({ ...conversation, matchedText }));
  return { ...page, conversations: await describeConversations(deps, owner, all) };
}
