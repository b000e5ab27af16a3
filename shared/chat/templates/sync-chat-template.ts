import type { Clock } from "../../kernel/clock.ts";
import type { Owner } from "../../kernel/owner.ts";
import { invalid, notFound } from "../../kernel/refusal.ts";
import { askProvider } from "../accounts/ask-provider.ts";
import type { ChatTemplate } from "../domain/templates/chat-template.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";
import type { ChatTemplateProvider } from "../ports/chat-template-provider.ts";
import type { ChatTemplateStore } from "../ports/chat-template-store.ts";
import { remoteChange } from "./remote-change.ts";

export interface SyncChatTemplateDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "find">;
  readonly chatTemplates: Pick<ChatTemplateStore, "get" | "change">;
  readonly templateProvider: Pick<ChatTemplateProvider, "read" | "list">;
  readonly clock: Clock;
}

/** Reads status, quality and category from the provider. A template that the provider no longer has is shown as DELETED. */
export async function syncChatTemplate(deps: SyncChatTemplateDeps, owner: Owner, id: string): Promise<ChatTemplate> {
  const template = await deps.chatTemplates.get(owner, id);
  if (template === undefined) throw notFound();
  const account = await deps.chatAccounts.find(template.chatAccountId);
  if (account === undefined) throw invalid("the template's chat account does not exist any more");
  const remote = await askProvider(deps.templateProvider.read(account, template.providerTemplateId));
  // No template may also mean that the provider does not know the account. In that case it refuses the account's list.
  if (remote === undefined) await askProvider(deps.templateProvider.list(account));
  const change = remoteChange(template, remote);
  if (change === undefined) return template;
  const changed = await deps.chatTemplates.change(owner, id, change, deps.clock.now());
  if (changed === undefined) throw notFound();
  return changed;
}
