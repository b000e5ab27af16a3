import type { Clock } from "../../kernel/clock.ts";
import type { Owner } from "../../kernel/owner.ts";
import { notFound } from "../../kernel/refusal.ts";
import { askProvider } from "../accounts/ask-provider.ts";
import type { ChatTemplate } from "../domain/templates/chat-template.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";
import type { ChatTemplateProvider } from "../ports/chat-template-provider.ts";
import type { ChatTemplateStore } from "../ports/chat-template-store.ts";

export interface DeleteChatTemplateDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "find">;
  readonly chatTemplates: Pick<ChatTemplateStore, "get" | "change">;
  readonly templateProvider: Pick<ChatTemplateProvider, "remove">;
  readonly clock: Clock;
}

/** Deletes at the provider first, then here. After a crash in between, a repeat works, because a template that is gone counts as deleted. */
export async function deleteChatTemplate(
  deps: DeleteChatTemplateDeps,
  owner: Owner,
  id: string,
): Promise<ChatTemplate> {
  const template = await deps.chatTemplates.get(owner, id);
  if (template === undefined) throw notFound();
  if (template.isDisabled) return template;
  await removeRemotely(deps, template);
  const change = { remoteStatus: "DELETED", isDisabled: true } as const;
  const disabled = await deps.chatTemplates.change(owner, id, change, deps.clock.now());
  if (disabled === undefined) throw notFound();
  return disabled;
}

async function removeRemotely(
  { chatAccounts, templateProvider }: DeleteChatTemplateDeps,
  { chatAccountId, providerTemplateId, remoteStatus, definition }: ChatTemplate,
): Promise<void> {
  // The platform refuses to delete a template that it has disabled itself.
  if (remoteStatus === "DISABLED") return;
  const account = await chatAccounts.find(chatAccountId);
  // Without the chat account, the provider cannot be asked.
  if (account === undefined) return;
  await askProvider(templateProvider.remove(account, { providerTemplateId, name: definition.name }));
}
