import { inBatches } from "../../kernel/in-batches.ts";
import type { CallingKey } from "../../kernel/key-terms.ts";
import type { Owner } from "../../kernel/owner.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { hasRecipientList, refuseForeignRecipients } from "../../keys/refuse-foreign-recipients.ts";
import type { Bad } from "../domain/batch.ts";
import { addressesOf } from "../domain/notification.ts";
import type { NotificationStore } from "../ports.ts";

export interface JudgeRepeatDeps {
  readonly notifications: Pick<NotificationStore, "get" | "findContent">;
}

/** The caller who repeats a request under an idempotency key. */
export interface RepeatingCaller {
  readonly owner: Owner;
  readonly key?: CallingKey | undefined;
}

/**
 * Refuses to answer a repeat with a notification to recipients to whom the key that asks may not send, although the key
 * of the first request might (D24, D47c). Nothing is read for a key without a list of recipients.
 * @throws Refusal `recipient_not_allowed`
 */
export async function refuseForeignRepeat(
  { notifications }: JudgeRepeatDeps,
  { owner, key }: RepeatingCaller,
  id: string,
): Promise<void> {
  if (!hasRecipientList(key)) return;
  const content = await notifications.findContent(owner, id);
  const recipients = content ? addressesOf(content) : [(await notifications.get(owner, id))?.recipient];
  await refuseForeignRecipients(key, recipients);
}

/** Judges the notification that the answer of an operation names. The answer is read only for a key with a list. */
export const shownToKey =
  <Answer>(idIn: (answer: Answer) => string) =>
  async (deps: JudgeRepeatDeps, caller: RepeatingCaller, answer: () => Answer): Promise<undefined> => {
    if (hasRecipientList(caller.key)) await refuseForeignRepeat(deps, caller, idIn(answer()));
  };

/** Replaces each result of a batch that the key may not see; undefined when the key has no list of recipients. */
export async function judgedResults<Result extends { readonly notification?: { readonly id: string } | undefined }>(
  deps: JudgeRepeatDeps,
  caller: RepeatingCaller,
  { results, refused }: { readonly results: () => readonly Result[]; readonly refused: (bad: Bad) => Result },
): Promise<Result[] | undefined> {
  if (!hasRecipientList(caller.key)) return undefined;
  return inBatches(results(), async (result) => {
    if (result.notification === undefined) return result;
    try {
      await refuseForeignRepeat(deps, caller, result.notification.id);
      return result;
    } catch (error) {
      if (error instanceof Refusal) return refused({ error });
      throw error;
    }
  });
}
