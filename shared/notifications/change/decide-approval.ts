import type { Clock } from "../../kernel/clock.ts";
import { invalid, notFound, Refusal } from "../../kernel/refusal.ts";
import type { FinalText, Reviewers } from "../channel.ts";
import { declinedBy, isDecidable, NOBODY_DECIDED } from "../domain/approval.ts";
import type { EditedContent } from "../domain/decision.ts";
import { type Notification, ofChannel } from "../domain/notification.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "../enqueue-or-leave-to-sweep.ts";
import type { NotificationKey, NotificationStore } from "../ports.ts";

export interface DecideApprovalDeps {
  readonly notifications: Pick<NotificationStore, "get" | "decide">;
  readonly clock: Clock;
}

export interface ApproveDeps extends DecideApprovalDeps, EnqueueDeps {
  readonly notifications: Pick<NotificationStore, "get" | "decide" | "findContent">;
  readonly reviewers: Reviewers;
}

const alreadyDecided = (): Refusal => new Refusal("approval_decided", "approval was decided already");

/**
 * Lets a notification leave that waits for a person, with other edits or as it was accepted (D47e). After a crash, the sweep finds it on its
 * way.
 * @throws Refusal `not_found`, `approval_decided`, or `invalid_request` for edits that it cannot have; then it still waits as it was
 */
export async function approve(deps: ApproveDeps, key: NotificationKey, edits: FinalText): Promise<Notification> {
  const seen = await undecided(deps, key);
  const edited = await editedBy(deps, seen, edits);
  const decided = await deps.notifications.decide(key, { approval: "approved", edited });
  if (decided === undefined) throw notFound();
  const { notification, isDone, dueAt, delaySeconds } = decided;
  if (!isDone) throw alreadyDecided();
  if (edited) await ofChannel(deps.reviewers, seen.channel).remember?.(notification, edited.content);
  const message = { owner: key.owner, id: key.id, accountId: notification.accountId, dueAt };
  if (delaySeconds !== undefined) await enqueueOrLeaveToSweep(deps, message, delaySeconds);
  return notification;
}

/**
 * Cancels a notification that waits for a person, by this person's name.
 * @throws Refusal `not_found` or `approval_decided`
 */
export async function decline(
  deps: DecideApprovalDeps,
  key: NotificationKey,
  { name }: { readonly name: string },
): Promise<Notification> {
  await undecided(deps, key);
  const decided = await deps.notifications.decide(key, { approval: "declined", cause: declinedBy(name) });
  if (decided === undefined) throw notFound();
  if (!decided.isDone) throw alreadyDecided();
  return decided.notification;
}

/** Cancels a notification about which nobody has decided in time; false when somebody has. */
export async function expireApproval(
  { notifications }: { readonly notifications: Pick<NotificationStore, "decide"> },
  key: NotificationKey,
): Promise<boolean> {
  const decided = await notifications.decide(key, { approval: "expired", cause: NOBODY_DECIDED });
  return decided?.isDone ?? false;
}

/** Reads a notification about which a person may decide. When the time for it is over, this is written before the refusal. */
async function undecided(deps: DecideApprovalDeps, key: NotificationKey): Promise<Notification> {
  const seen = await deps.notifications.get(key.owner, key.id);
  if (seen?.approval === undefined) throw notFound();
  if (isDecidable(seen, deps.clock.now())) return seen;
  if (seen.approvalUntil !== undefined) await expireApproval(deps, key);
  throw alreadyDecided();
}

async function editedBy(
  { notifications, reviewers }: ApproveDeps,
  { owner, id, channel }: Notification,
  edits: FinalText,
): Promise<EditedContent | undefined> {
  if (edits.subject === undefined && edits.body === undefined) return undefined;
  const content = await notifications.findContent(owner, id);
  if (content === undefined) throw invalid("the content of the notification is no longer kept");
  return ofChannel(reviewers, channel).edit(content, edits);
}
