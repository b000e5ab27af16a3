import type { Clock } from "../../kernel/clock.ts";
import type { TemplateEvent } from "../domain/chat-event.ts";
import {
  type ChatTemplate,
  normaliseQuality,
  statusFromTemplateEvent,
  TEMPLATE_CATEGORIES,
} from "../domain/templates/chat-template.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";
import type { ChatTemplateProvider } from "../ports/chat-template-provider.ts";
import type { ChatTemplateStore, RemoteChange } from "../ports/chat-template-store.ts";
import { newsIn, remoteChange } from "./remote-change.ts";

export interface ApplyTemplateEventDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "find" | "findByProviderBusiness">;
  readonly chatTemplates: Pick<ChatTemplateStore, "list" | "change" | "findByProviderId">;
  readonly templateProvider: Pick<ChatTemplateProvider, "read">;
  readonly clock: Clock;
}

type TemplateNews = TemplateEvent & {
  readonly providerBusinessAccountId?: string | undefined;
  /** True for an event that found no template when it came, and is applied later. Newer events may have been applied meanwhile. */
  readonly isPutBack?: boolean | undefined;
};

/**
 * Applies an event to its template and returns the template; undefined when the template is not ours. A repeated event changes nothing more.
 * @throws ChatProviderUnavailableError when the event names no status, or was put back, and the provider cannot be asked; it may be tried again
 */
export async function applyTemplateEvent(
  deps: ApplyTemplateEventDeps,
  event: TemplateNews,
): Promise<ChatTemplate | undefined> {
  const template = await templateOf(deps, event);
  if (template === undefined) return undefined;
  const change = await changeFrom(deps, template, event);
  if (change === undefined) return template;
  return deps.chatTemplates.change(template.owner, template.id, change, deps.clock.now());
}

/** Finds the template by the platform's id; without one, by name and language among the owners of the business account. */
async function templateOf(deps: ApplyTemplateEventDeps, event: TemplateNews): Promise<ChatTemplate | undefined> {
  if (event.providerTemplateId !== undefined) return deps.chatTemplates.findByProviderId(event.providerTemplateId);
  if (event.name === undefined || event.providerBusinessAccountId === undefined) return undefined;
  const accounts = await deps.chatAccounts.findByProviderBusiness(event.providerBusinessAccountId);
  const ids = new Set(accounts.map(({ id }) => id));
  for (const owner of new Set(accounts.flatMap(({ owners }) => owners))) {
    const found = (await deps.chatTemplates.list(owner)).find(
      ({ chatAccountId, definition, isDisabled }) =>
        ids.has(chatAccountId) &&
        !isDisabled &&
        definition.name === event.name &&
        definition.language === event.language,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

async function changeFrom(
  deps: ApplyTemplateEventDeps,
  template: ChatTemplate,
  { kind, value, reason = "", isPutBack }: TemplateNews,
): Promise<RemoteChange | undefined> {
  if (isPutBack) return readChange(deps, template);
  if (kind === "template_quality") return newsIn(template, { quality: normaliseQuality(value) });
  if (kind === "template_category") return newsIn(template, { category: categoryNamed(value) });
  const remoteStatus = statusFromTemplateEvent(value);
  if (remoteStatus === undefined) return readChange(deps, template);
  return newsIn(template, { remoteStatus, rejectedReason: remoteStatus === "REJECTED" ? reason : "" });
}

const categoryNamed = (word: string) => TEMPLATE_CATEGORIES.find((category) => category === word.toUpperCase());

/** Asks the provider what the template is now, for events that name no status and for those that may be out of date. */
async function readChange(
  { chatAccounts, templateProvider }: ApplyTemplateEventDeps,
  template: ChatTemplate,
): Promise<RemoteChange | undefined> {
  const account = await chatAccounts.find(template.chatAccountId);
  if (account === undefined) return undefined;
  return remoteChange(template, await templateProvider.read(account, template.providerTemplateId));
}
