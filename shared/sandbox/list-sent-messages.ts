import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import type { CustomerListing } from "./contract/customers.ts";
import type { SentToCustomer } from "./domain/sent-to-customer.ts";
import type { SentMessages } from "./ports.ts";

export interface ListSentMessagesDeps {
  readonly sentMessages: Pick<SentMessages, "list">;
  readonly cursors: Cursors;
}

export interface ListedSentMessages {
  readonly messages: readonly SentToCustomer[];
  readonly nextCursor?: string | undefined;
}

/** Returns a page of what a sandbox customer would have got, newest first. A cursor is valid only for the same owner and customer (D31). */
export async function listSentMessages(
  { sentMessages, cursors }: ListSentMessagesDeps,
  owner: Owner,
  { phone, limit, cursor }: CustomerListing & { readonly phone: string },
): Promise<ListedSentMessages> {
  const bound = boundCursors(cursors, owner, JSON.stringify(["sandbox-customers", phone]));
  const after = bound.read(cursor);
  const { messages, next } = await sentMessages.list(owner, phone, { limit, after });
  return { messages, ...bound.next(next) };
}
