import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import type { ShownSuppressionPage, SuppressionListing } from "./contract/suppressions.ts";
import { readRecipient } from "./domain/recipient.ts";
import type { SuppressionStore } from "./ports.ts";

export interface ListSuppressionsDeps {
  readonly suppressions: Pick<SuppressionStore, "list">;
  readonly cursors: Cursors;
}

/** Returns a page of an owner's suppressions, newest first. A cursor is valid only for the same owner and filters, but for any limit (D31). */
export async function listSuppressions(
  { suppressions, cursors }: ListSuppressionsDeps,
  owner: Owner,
  { recipient, reason, limit, cursor }: SuppressionListing,
): Promise<ShownSuppressionPage> {
  const key = recipient === undefined ? undefined : readRecipient(recipient);
  const bound = boundCursors(cursors, owner, JSON.stringify(["suppressions", key?.channel, key?.key, reason]));
  const after = bound.read(cursor);
  const page = await suppressions.list(owner, { recipient, reason, limit, after });
  return { suppressions: page.suppressions, ...bound.next(page.next) };
}
