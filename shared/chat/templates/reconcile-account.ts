import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatTemplate } from "../domain/templates/chat-template.ts";
import { ChatProviderRefusedError } from "../ports/chat-provider-failures.ts";
import type { ChatTemplateProvider, RemotePage, RemoteTemplate } from "../ports/chat-template-provider.ts";
import type { ChatTemplateStore, RemoteChange, UnfinishedCreation } from "../ports/chat-template-store.ts";
import { remoteChange } from "./remote-change.ts";

/** The most pages of templates that are read. A page has 100 templates, and the platform allows 6,000. */
const MAX_PAGES = 70;
/** This many owners' templates are read together, because an account may have thousands of owners. */
const OWNERS_AT_ONCE = 16;
/** A creation that began this long ago is certainly no longer in progress. */
export const UNFINISHED_AFTER_MS = 15 * 60_000;

export interface ReconcileAccountDeps {
  readonly chatTemplates: ChatTemplateStore;
  readonly templateProvider: ChatTemplateProvider;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}

/** `first` is the place of the first owner in the account's list, and nothing begins after `endsAtMs`. */
export interface OwnersToDo {
  readonly first: number;
  readonly endsAtMs: number;
}

export interface Reconciled {
  /** `changed` counts our templates that changed. */
  readonly changed: number;
  /** The place, in the account's list, of the owner at which the time was up; undefined when all owners are done. */
  readonly next?: number | undefined;
}

/**
 * Makes our templates of one account agree with the platform, at least for the first owners, and for all when there is time. A template
 * that the provider refuses to show stays as it is, and the others are updated.
 * @throws ChatProviderRefusedError when the provider refuses the account itself, and so the first page of its list
 */
export async function reconcileAccount(
  deps: ReconcileAccountDeps,
  account: ChatAccount,
  { first, endsAtMs }: OwnersToDo,
): Promise<Reconciled> {
  const remote = await everyRemote(deps, account);
  let changed = 0;
  for (let next = first; next < account.owners.length; next += OWNERS_AT_ONCE) {
    if (next > first && deps.clock.now() >= endsAtMs) return { changed, next };
    const some = account.owners.slice(next, next + OWNERS_AT_ONCE);
    const own = (await Promise.all(some.map((owner) => deps.chatTemplates.list(owner)))).flat();
    for (const template of own.filter((one) => one.chatAccountId === account.id && !one.isDisabled)) {
      if (await mend(deps, account, { template, listed: remote.get(template.providerTemplateId) })) changed += 1;
    }
  }
  await removeLeftOvers(deps, account);
  return { changed };
}

async function everyRemote(
  { templateProvider }: ReconcileAccountDeps,
  account: ChatAccount,
): Promise<ReadonlyMap<string, RemoteTemplate>> {
  const found = new Map<string, RemoteTemplate>();
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { templates, next } = await pageAfter(templateProvider.list(account, after), after);
    for (const template of templates) found.set(template.providerTemplateId, template);
    if (next === undefined) return found;
    after = next;
  }
  throw new Error(`the provider lists more than ${MAX_PAGES} pages of templates`);
}

/** Throws a refusal of a later page as an ordinary error. The first page has arrived, so the provider does not refuse the account itself. */
async function pageAfter(page: Promise<RemotePage>, after: string | undefined): Promise<RemotePage> {
  try {
    return await page;
  } catch (cause) {
    if (after === undefined || !(cause instanceof ChatProviderRefusedError)) throw cause;
    throw new Error("the provider refused a later page of its templates", { cause });
  }
}

interface Pair {
  readonly template: ChatTemplate;
  readonly listed: RemoteTemplate | undefined;
}

/** Updates a template from the list. A template that the list lacks, or has as rejected without a reason, is read by itself. */
async function mend(deps: ReconcileAccountDeps, account: ChatAccount, { template, listed }: Pair): Promise<boolean> {
  const known = listed && remoteChange(template, withKnownReason(template, listed));
  if (listed !== undefined && known === undefined) return false;
  const isTold = listed !== undefined && listed.remoteStatus !== "REJECTED";
  const change = isTold ? known : await unlessRefused(deps, template, askedChange(deps, account, template), known);
  if (change === undefined) return false;
  const { owner, id } = template;
  return (await deps.chatTemplates.change(owner, id, change, deps.clock.now())) !== undefined;
}

const askedChange = async (
  { templateProvider }: ReconcileAccountDeps,
  account: ChatAccount,
  template: ChatTemplate,
): Promise<RemoteChange | undefined> =>
  remoteChange(template, await templateProvider.read(account, template.providerTemplateId));

/** Logs a refusal and returns `otherwise`. The provider has shown the account's list, so its refusal is about this template alone. */
async function unlessRefused<Result, Otherwise>(
  { log }: ReconcileAccountDeps,
  { id, chatAccountId: account }: { readonly id?: string; readonly chatAccountId: string },
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ChatProviderRefusedError)) throw error;
    log.warn("chat_template.refused", { account, template: id, reason: refusalName(error) });
    return otherwise;
  }
}

/** Returns the name of the provider's error for the log. Its message is not logged, because it may quote what somebody typed. */
export const refusalName = ({ cause }: ChatProviderRefusedError): string | undefined =>
  cause instanceof Error ? cause.name : undefined;

const withKnownReason = ({ rejectedReason }: ChatTemplate, listed: RemoteTemplate): RemoteTemplate => ({
  ...listed,
  rejectedReason,
});

/** Removes the provider's templates of unfinished creations that nobody repeated, so that their names are free again (D34). */
async function removeLeftOvers(deps: ReconcileAccountDeps, account: ChatAccount): Promise<void> {
  const begun = await deps.chatTemplates.listUnfinished(account.id);
  for (const creation of begun.filter(({ startedAtMs }) => deps.clock.now() - startedAtMs > UNFINISHED_AFTER_MS))
    await unlessRefused(deps, creation, removeLeftOver(deps, account, creation), undefined);
}

async function removeLeftOver(
  { chatTemplates, templateProvider }: ReconcileAccountDeps,
  account: ChatAccount,
  creation: UnfinishedCreation,
): Promise<void> {
  const there = await templateProvider.findByName(account, creation);
  const isOurs = there !== undefined && (await chatTemplates.findByProviderId(there.providerTemplateId)) === undefined;
  if (isOurs) await templateProvider.remove(account, there);
  await chatTemplates.abandon(creation);
}
