import type { Log } from "../../kernel/log.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import type { Bookmarks } from "../ports/bookmarks.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";
import { type ReconcileAccountDeps, reconcileAccount, UNFINISHED_AFTER_MS } from "./reconcile-account.ts";

const JOB = "reconcile-chat-templates";
const PAGE = 20;
const AT_ONCE = 4;

export interface ReconcileChatTemplatesDeps extends ReconcileAccountDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "list" | "settle" | "removeLeftOwners">;
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

/**
 * Repairs what events did not report (D33a), and what a save of the account left undone, account by account, until all are done or the time is up; the next run goes on where this one
 * ended. A failure of one account does not stop the others.
 * @throws Error at the end, when an account could not be reconciled, so that the function's alarm goes off
 */
export async function reconcileChatTemplates(
  deps: ReconcileChatTemplatesDeps,
  endsAtMs: number,
): Promise<ReconcileOutcome> {
  await deps.chatAccounts.removeLeftOwners(deps.clock.now() - UNFINISHED_AFTER_MS);
  const progress: Progress = { accounts: 0, changed: 0, failed: 0 };
  let after = await deps.bookmarks.read(JOB);
  let isAtEnd = false;
  while (!isAtEnd && deps.clock.now() < endsAtMs) {
    const page = await deps.chatAccounts.list({ limit: PAGE, after });
    const last = await reconcilePage(deps, { page, endsAtMs, progress });
    isAtEnd = page.length < PAGE && last === page.at(-1)?.id;
    after = isAtEnd ? undefined : (last ?? after);
    await deps.bookmarks.write(JOB, after);
  }
  const { failed, ...outcome } = progress;
  deps.log.info("chat_templates.reconciled", { ...outcome, failed });
  if (failed > 0) throw new Error(`the templates of ${failed} chat accounts could not be reconciled`);
  return outcome;
}

interface PageOfAccounts {
  readonly page: readonly ChatAccount[];
  readonly endsAtMs: number;
  readonly progress: Progress;
}

/** The last account of the page that there was time for. */
async function reconcilePage(
  deps: ReconcileChatTemplatesDeps,
  { page, endsAtMs, progress }: PageOfAccounts,
): Promise<string | undefined> {
  let last: string | undefined;
  for (let first = 0; first < page.length && deps.clock.now() < endsAtMs; first += AT_ONCE) {
    const some = page.slice(first, first + AT_ONCE);
    await Promise.all(some.map((account) => reconcileOne(deps, account, progress)));
    last = some.at(-1)?.id;
  }
  return last;
}

async function reconcileOne(deps: ReconcileChatTemplatesDeps, account: ChatAccount, progress: Progress): Promise<void> {
  progress.accounts += 1;
  try {
    await deps.chatAccounts.settle(account.id);
    progress.changed += await reconcileAccount(deps, account);
  } catch (error) {
    progress.failed += 1;
    deps.log.error("chat_templates.account_not_reconciled", error, { account: account.id });
  }
}
