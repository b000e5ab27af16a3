import type { Log } from "../../kernel/log.ts";
import { type ChatAccount, refusedAgain } from "../domain/chat-account.ts";
import type { Bookmarks } from "../ports/bookmarks.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";
import { ChatProviderRefusedError } from "../ports/chat-provider-failures.ts";
import {
  type ReconcileAccountDeps,
  type Reconciled,
  reconcileAccount,
  refusalName,
  UNFINISHED_AFTER_MS,
} from "./reconcile-account.ts";

const JOB = "reconcile-chat-templates";
const AT_ONCE = 4;

export interface ReconcileChatTemplatesDeps extends ReconcileAccountDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "ids" | "owned" | "settle" | "removeLeftOwners" | "noteRefusal">;
  readonly bookmarks: Bookmarks;
  readonly log: Log;
}

export interface ReconcileOutcome {
  readonly accounts: number;
  readonly changed: number;
}

interface Progress {
  accounts: number;
  changed: number;
  failed: number;
}

interface Run {
  readonly endsAtMs: number;
  readonly progress: Progress;
}

/** The place where the next run continues: after the account `id`, or within it, at the owner with the number `owner`. */
interface Place {
  readonly id: string;
  readonly owner?: number | undefined;
}

/**
 * Updates templates whose events were missed (D33a), and settles interrupted saves of accounts, until all accounts are done or time is up.
 * The next run continues where this one ended, even within an account. A failure of one account does not stop the others.
 * @throws Error at the end when an account, or the removal of left owners, failed, so that the function's alarm goes off
 */
export async function reconcileChatTemplates(
  deps: ReconcileChatTemplatesDeps,
  endsAtMs: number,
): Promise<ReconcileOutcome> {
  const run = { endsAtMs, progress: { accounts: 0, changed: 0, failed: 0 } };
  // A failure here does not stop the accounts, but fails the run at its end.
  const [leftOwners] = await Promise.allSettled([
    deps.chatAccounts.removeLeftOwners(deps.clock.now() - UNFINISHED_AFTER_MS),
  ]);
  let place: Place | undefined = placeOf(await deps.bookmarks.read(JOB));
  let isAtEnd = false;
  while (!isAtEnd && deps.clock.now() < endsAtMs) {
    const some: readonly Place[] = place?.owner === undefined ? await groupAfter(deps, place?.id) : [place];
    const done = await reconcileGroup(deps, some, run);
    isAtEnd = some.length === 0;
    place = isAtEnd ? undefined : done;
    await deps.bookmarks.write(JOB, place && textOf(place));
  }
  const { failed, ...outcome } = run.progress;
  deps.log.info("chat_templates.reconciled", { ...outcome, failed });
  if (failed > 0) throw new Error(`the templates of ${failed} chat accounts could not be reconciled`);
  if (leftOwners.status === "rejected") throw leftOwners.reason;
  return outcome;
}

const textOf = ({ id, owner }: Place): string => (owner === undefined ? id : `${id}#${owner}`);

function placeOf(bookmark: string | undefined): Place | undefined {
  if (bookmark === undefined) return undefined;
  const [id = "", owner] = bookmark.split("#");
  return owner === undefined ? { id } : { id, owner: Number(owner) };
}

async function groupAfter({ chatAccounts }: ReconcileChatTemplatesDeps, after: string | undefined): Promise<Place[]> {
  return (await chatAccounts.ids({ limit: AT_ONCE, after })).map((id) => ({ id }));
}

/** Returns the first account whose comparison ran out of time, or else the last account. */
async function reconcileGroup(
  deps: ReconcileChatTemplatesDeps,
  some: readonly Place[],
  run: Run,
): Promise<Place | undefined> {
  const done = await Promise.all(some.map((place) => reconcileOne(deps, place, run)));
  return done.find(({ owner }) => owner !== undefined) ?? done.at(-1);
}

async function reconcileOne(
  deps: ReconcileChatTemplatesDeps,
  { id, owner: first = 0 }: Place,
  { progress, endsAtMs }: Run,
): Promise<Place> {
  progress.accounts += 1;
  try {
    await deps.chatAccounts.settle(id);
    const account = await deps.chatAccounts.owned(id);
    if (account === undefined || (account.refusal && deps.clock.now() < account.refusal.nextTryAtMs)) return { id };
    const done = await unlessRefused(deps, account, reconcileAccount(deps, account, { first, endsAtMs }));
    progress.changed += done?.changed ?? 0;
    return { id, owner: done?.next };
  } catch (error) {
    progress.failed += 1;
    deps.log.error("chat_templates.account_not_reconciled", error, { account: id });
    return { id };
  }
}

/** A refused account, such as one with a mistyped id, fails no run: the refusal is logged once, and the account is tried less and less often. */
async function unlessRefused(
  { chatAccounts, clock, log }: Pick<ReconcileChatTemplatesDeps, "chatAccounts" | "clock" | "log">,
  account: ChatAccount,
  work: Promise<Reconciled>,
): Promise<Reconciled | undefined> {
  const { id, refusal: before } = account;
  try {
    const done = await work;
    if (before !== undefined) {
      await chatAccounts.noteRefusal(account, undefined);
      log.info("chat_account.accepted", { account: id });
    }
    return done;
  } catch (error) {
    if (!(error instanceof ChatProviderRefusedError)) throw error;
    const refusal = refusedAgain(before, error.message, clock.now());
    if (before?.reason !== refusal.reason)
      log.warn("chat_account.refused", { account: id, reason: refusalName(error) });
    await chatAccounts.noteRefusal(account, refusal);
    return undefined;
  }
}
