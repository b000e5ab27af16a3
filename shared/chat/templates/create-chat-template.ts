import type { Clock } from "../../kernel/clock.ts";
import type { Identifiers } from "../../kernel/identifiers.ts";
import type { Owner } from "../../kernel/owner.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";
import { askProvider, refusalForProvider } from "../accounts/ask-provider.ts";
import { chooseAccount } from "../accounts/choose-account.ts";
import type { ChatTemplateRequest } from "../contract/chat-template-request.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatTemplate, TemplateDefinition } from "../domain/templates/chat-template.ts";
import { checkDefinition, parametersOf } from "../domain/templates/template-definition.ts";
import { TEMPLATE_SLOTS } from "../domain/templates/template-slots.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";
import { ChatProviderRefusedError, ChatProviderUnavailableError } from "../ports/chat-provider-failures.ts";
import type { ChatTemplateProvider, RemoteTemplate } from "../ports/chat-template-provider.ts";
import type { ChatTemplateStore } from "../ports/chat-template-store.ts";
import { acceptedCategory } from "./remote-change.ts";

export interface CreateChatTemplateDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findFor" | "findDefault">;
  readonly chatTemplates: ChatTemplateStore;
  readonly templateProvider: ChatTemplateProvider;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

interface Creation {
  readonly owner: Owner;
  readonly account: ChatAccount;
  readonly definition: TemplateDefinition;
}

type Created = Pick<RemoteTemplate, "providerTemplateId" | "remoteStatus" | "category"> & { quality?: string };

/**
 * Creates the template at the provider first, and then stores it (D34). A failure in between leaves no stored template, only a note of the
 * creation. A repeat of the same request then takes the provider's template; without a repeat, the reconciliation removes that template.
 */
export async function createChatTemplate(
  deps: CreateChatTemplateDeps,
  owner: Owner,
  { chatAccountId, definition }: ChatTemplateRequest,
  id = deps.identifiers.newId(),
): Promise<ChatTemplate> {
  checkDefinition(definition);
  const account = await chooseAccount(deps.chatAccounts, owner, chatAccountId);
  if (!(await deps.chatTemplates.hasRoomFor(owner, { definition, parameters: parametersOf(definition) })))
    throw tooManyTemplates();
  const creation = { owner, account, definition };
  const template = { id, ...templateOf(deps, creation, await place(deps, creation)) };
  // `taken`: two requests found the same template of the provider at the same time, and the first request has stored it.
  const outcome = await deps.chatTemplates.add(template);
  if (outcome === "taken") throw invalid("a template of this name and language exists already");
  // `full`: other templates have filled the room meanwhile. The reconciliation removes this template at the provider.
  if (outcome === "full") throw tooManyTemplates();
  return template;
}

const tooManyTemplates = (): Refusal =>
  new Refusal("limit_reached", `chat templates may be at most ${TEMPLATE_SLOTS}, and 6 MB in all: delete one`);

/** Returns the provider's template that an interrupted creation left, or creates one. */
async function place(deps: CreateChatTemplateDeps, creation: Creation): Promise<Created> {
  const there = await findThere(deps, creation);
  if (there === undefined) return createNoted(deps, creation);
  if (await isLeftOver(deps, creation, there)) return there;
  // Another owner has this template. The provider is asked anyway, because its refusal tells the caller why; nothing is noted.
  return askProvider(deps.templateProvider.create(creation.account, creation.definition));
}

async function createNoted(deps: CreateChatTemplateDeps, creation: Creation): Promise<Created> {
  const { chatTemplates, templateProvider, clock } = deps;
  const { owner, account, definition } = creation;
  const fingerprint = fingerprintOf(deps, definition);
  await chatTemplates.begin({ ...placeOf(creation), owner, fingerprint, startedAtMs: clock.now() });
  try {
    return await templateProvider.create(account, definition);
  } catch (error) {
    // The provider may have created the template despite the error. Then the note stays.
    const isUnclear = error instanceof ChatProviderUnavailableError && !error.isCertain;
    if (!isUnclear) await chatTemplates.abandon(placeOf(creation));
    throw refusalForProvider(error);
  }
}

const placeOf = ({ account, definition: { name, language } }: Creation) => ({
  chatAccountId: account.id,
  name,
  language,
});

const fingerprintOf = ({ identifiers }: CreateChatTemplateDeps, definition: TemplateDefinition): string =>
  identifiers.hash(JSON.stringify(definition));

/** Looks the template up at the provider. A refusal counts as not found, because the creation will then be refused with a better message. */
async function findThere(
  { templateProvider }: CreateChatTemplateDeps,
  { account, definition }: Creation,
): Promise<RemoteTemplate | undefined> {
  try {
    return await templateProvider.findByName(account, definition);
  } catch (error) {
    if (error instanceof ChatProviderRefusedError) return undefined;
    return askProvider(Promise.reject(error));
  }
}

/** True when the template at the provider comes from an interrupted creation of the same definition by this owner. */
async function isLeftOver(
  deps: CreateChatTemplateDeps,
  creation: Creation,
  { providerTemplateId }: RemoteTemplate,
): Promise<boolean> {
  const begun = await deps.chatTemplates.findUnfinished(placeOf(creation));
  if (begun?.owner !== creation.owner || begun.fingerprint !== fingerprintOf(deps, creation.definition)) return false;
  return (await deps.chatTemplates.findByProviderId(providerTemplateId)) === undefined;
}

function templateOf(
  { clock }: Pick<CreateChatTemplateDeps, "clock">,
  creation: Creation,
  created: Created,
): Omit<ChatTemplate, "id"> {
  const { owner, account, definition } = creation;
  const now = new Date(clock.now()).toISOString();
  const category = acceptedCategory({ definition }, created.category) ?? definition.category;
  return {
    owner,
    chatAccountId: account.id,
    definition: { ...definition, category },
    parameters: parametersOf(definition),
    providerTemplateId: created.providerTemplateId,
    remoteStatus: created.remoteStatus,
    quality: created.quality ?? "UNKNOWN",
    isDisabled: false,
    createdAt: now,
    updatedAt: now,
  };
}
