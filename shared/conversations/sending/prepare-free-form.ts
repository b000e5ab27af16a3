import type { ChatContent, SentUpload } from "../../chat/domain/chat-content.ts";
import type { FreeFormIntent, TemplateChoice } from "../../chat/domain/chat-intent.ts";
import type { FreeFormContent, MediaContent, ReactionContent } from "../../chat/domain/chat-message.ts";
import { decideFreeForm } from "../../chat/domain/fallback.ts";
import type { ChatTemplateStore } from "../../chat/ports/chat-template-store.ts";
import type { Owner } from "../../kernel/owner.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";
import type { NotificationStore } from "../../notifications/ports.ts";
import { isWindowOpen } from "../domain/service-window.ts";
import type { ConversationStore, MediaStore } from "../ports.ts";
import { templateMessage, usableFallback } from "./prepare-template.ts";
import { reactionTarget } from "./reaction-target.ts";

export interface PrepareFreeFormDeps {
  readonly chatTemplates: Pick<ChatTemplateStore, "get">;
  readonly conversations: Pick<ConversationStore, "get" | "message" | "findByProviderId">;
  readonly media: Pick<MediaStore, "findUpload">;
  readonly notifications: Pick<NotificationStore, "findByProviderReference">;
}

/** The owner, account and conversation of a message, the present time, and when the message leaves. */
export interface MessageContext {
  readonly owner: Owner;
  readonly chatAccountId: string;
  readonly conversationId: string;
  readonly nowMs: number;
  readonly leavesAtMs: number;
}

type Prepared = Pick<ChatContent, "message" | "upload" | "fallback">;

const DEFAULT_ID_FIELD = "media_id";

/** Checks the ids in the content: an upload must be this owner's and for this account, and a message must be in this conversation. */
export async function checkReferences(
  deps: PrepareFreeFormDeps,
  { content, idField = DEFAULT_ID_FIELD }: FreeFormIntent,
  context: MessageContext,
): Promise<Prepared> {
  switch (content.type) {
    case "reaction":
      return reaction(deps, content, { ...context, idField });
    case "image":
    case "video":
    case "audio":
    case "document":
      return media(deps.media, content, { ...context, idField });
    case "text":
    case "location":
      return { message: content };
  }
}

interface NamedContext extends MessageContext {
  readonly idField: string;
}

async function reaction(
  deps: PrepareFreeFormDeps,
  content: ReactionContent,
  { idField, ...context }: NamedContext,
): Promise<Prepared> {
  const target = await reactionTarget(deps, content.messageId, context);
  if (target === undefined) throw invalid(`${idField} not found`);
  return { message: content };
}

async function media(
  store: Pick<MediaStore, "findUpload">,
  content: MediaContent,
  { owner, chatAccountId, nowMs, leavesAtMs, idField }: NamedContext,
): Promise<Prepared> {
  if ("link" in content.source) return { message: content };
  const upload = await store.findUpload(owner, content.source.id);
  if (upload === undefined) throw invalid(`${idField} not found`);
  if (upload.chatAccountId !== chatAccountId) throw invalid(`${idField} was uploaded for another chat account`);
  if (upload.kind !== content.type) throw invalid(`${idField} is not the id of a file of type ${content.type}`);
  if (upload.usableUntilMs <= nowMs) throw invalid(`${idField} has expired: upload the file again`);
  if (upload.usableUntilMs <= leavesAtMs) throw invalid(`${idField} will have expired by send_at`);
  const { providerMediaId, usableUntilMs, contentType, filename, sizeBytes } = upload;
  const sent: SentUpload = { providerMediaId, usableUntilMs, contentType, filename, sizeBytes };
  return { message: content, upload: sent };
}

interface WithFallback extends MessageContext {
  readonly fallback: TemplateChoice | undefined;
}
type PreparedFreeForm = Prepared & { readonly message: FreeFormContent };

/** Adds the fallback to a message that leaves later, because its service window may be closed by then. */
export async function withFallback(
  { chatTemplates }: Pick<PrepareFreeFormDeps, "chatTemplates">,
  prepared: PreparedFreeForm,
  { fallback, owner, chatAccountId }: WithFallback,
): Promise<Prepared> {
  if (fallback === undefined) return prepared;
  const template = await chatTemplates.get(owner, fallback.templateId);
  return { ...prepared, fallback: usableFallback(template, { chatAccountId, values: fallback.values }) };
}

/**
 * Returns the content itself while the window is open, and its fallback when the window is closed (C5, C6, D33c).
 * @throws Refusal `window_closed`, or `invalid_request` when the fallback's values do not fit its template
 */
export async function withinWindow(
  { chatTemplates, conversations }: Pick<PrepareFreeFormDeps, "chatTemplates" | "conversations">,
  prepared: PreparedFreeForm,
  { fallback, owner, conversationId, chatAccountId, nowMs }: WithFallback,
): Promise<Prepared> {
  const [conversation, template] = await Promise.all([
    conversations.get(owner, conversationId),
    fallback && chatTemplates.get(owner, fallback.templateId),
  ]);
  const isOpen = isWindowOpen(conversation?.latestInboundAtMs, nowMs);
  const choice = fallback && { template, values: fallback.values };
  const decision = decideFreeForm({ isWindowOpen: isOpen, chatAccountId, fallback: choice });
  if (decision.kind === "window_closed") throw new Refusal("window_closed", "service window is closed");
  if (decision.kind === "template" && choice)
    return { message: templateMessage(decision.template, choice.values, decision.components) };
  return { ...prepared, ...(choice && { fallback: usableFallback(template, { chatAccountId, ...choice }) }) };
}
