import { boundCursors } from "../../kernel/bound-cursors.ts";
import type { Cursors } from "../../kernel/cursors.ts";
import { inBatches } from "../../kernel/in-batches.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Reviewers } from "../channel.ts";
import type { ApprovalPage, AwaitedApproval } from "../domain/awaited-approval.ts";
import { type Notification, ofChannel } from "../domain/notification.ts";
import type { NotificationStore } from "../ports.ts";

export interface ListApprovalsDeps<Reviewed extends object = object> {
  readonly notifications: Pick<NotificationStore, "listUndecided" | "findContent">;
  readonly reviewers: Reviewers<Reviewed>;
  readonly cursors: Cursors;
}

/** Returns a page of what waits for a person, oldest first (D47e). Its cursor is valid only for this owner (D31). */
export async function listApprovals<Reviewed extends object>(
  deps: ListApprovalsDeps<Reviewed>,
  owner: Owner,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<ApprovalPage<Reviewed>> {
  const bound = boundCursors(deps.cursors, owner, JSON.stringify(["approvals"]));
  const after = bound.read(cursor);
  // One more than the page says whether there is another page.
  const found = await deps.notifications.listUndecided(owner, { limit: limit + 1, after });
  const shown = await inBatches(found.slice(0, limit), (one) => awaited(deps, one));
  const newest = found.at(-1)?.id;
  return {
    approvals: shown.flatMap((one) => one ?? []),
    cursorAfter: ({ notification: { id } }) => bound.next(id === newest ? undefined : id).nextCursor,
  };
}

/** Returns undefined when it was erased since it was listed. */
async function awaited<Reviewed extends object>(
  { notifications, reviewers }: ListApprovalsDeps<Reviewed>,
  notification: Notification,
): Promise<AwaitedApproval<Reviewed> | undefined> {
  const { owner, id, channel, approvalUntil: expiresAtMs } = notification;
  const content = await notifications.findContent(owner, id);
  const requestedBy = content?.madeBy?.key;
  if (content === undefined || requestedBy === undefined || expiresAtMs === undefined) return undefined;
  return { notification, reviewed: ofChannel(reviewers, channel).review(content), requestedBy, expiresAtMs };
}
