import type { ChatAccountStore } from "../chat/ports/chat-account-store.ts";
import type { ChatTemplateStore } from "../chat/ports/chat-template-store.ts";
import type { EmailTemplateStore, SendingAccountStore } from "../email/ports.ts";
import { inBatches } from "../kernel/in-batches.ts";
import type { Owner } from "../kernel/owner.ts";

export interface NameDeps {
  readonly sendingAccounts: Pick<SendingAccountStore, "find">;
  readonly chatAccounts: Pick<ChatAccountStore, "findFor">;
  readonly emailTemplates: Pick<EmailTemplateStore, "get">;
  readonly chatTemplates: Pick<ChatTemplateStore, "get">;
}

/** The names of templates and accounts by their ids; those that are gone are missing. */
export type Names = ReadonlyMap<string, string>;

/** At most this many names of templates, and as many of accounts, are read. Rare reasons come last and may get none. */
const MAX_NAMED = 40;

interface Named {
  readonly template?: { readonly id: string } | undefined;
  readonly account?: { readonly id: string } | undefined;
}

/** Reads the names of the templates and accounts behind reasons. */
export async function nameReasons(deps: NameDeps, owner: Owner, reasons: readonly Named[]): Promise<Names> {
  const templates = [...new Set(reasons.flatMap(({ template }) => template?.id ?? []))].slice(0, MAX_NAMED);
  const accounts = [...new Set(reasons.flatMap(({ account }) => account?.id ?? []))].slice(0, MAX_NAMED);
  const named = await Promise.all([
    inBatches(templates, async (id) => [id, await templateName(deps, owner, id)] as const),
    inBatches(accounts, async (id) => [id, await accountName(deps, owner, id)] as const),
  ]);
  return new Map(named.flat().flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])));
}

async function templateName(
  { emailTemplates, chatTemplates }: Pick<NameDeps, "emailTemplates" | "chatTemplates">,
  owner: Owner,
  id: string,
): Promise<string | undefined> {
  const [email, chat] = await Promise.all([emailTemplates.get(owner, id), chatTemplates.get(owner, id)]);
  return email?.name ?? chat?.definition.name;
}

async function accountName({ sendingAccounts, chatAccounts }: NameDeps, owner: Owner, id: string) {
  const [email, chat] = await Promise.all([sendingAccounts.find(owner, id), chatAccounts.findFor(owner, id)]);
  return email?.label ?? chat?.label;
}
