import type { ChatTemplate } from "../chat/domain/templates/chat-template.ts";
import type { ChatTemplateStore } from "../chat/ports/chat-template-store.ts";
import type { EmailTemplate } from "../email/domain/email-template.ts";
import type { EmailTemplateStore } from "../email/ports.ts";
import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import type { ChannelName } from "../notifications/domain/notification.ts";

export interface ListTemplatesDeps {
  readonly emailTemplates: Pick<EmailTemplateStore, "page">;
  readonly chatTemplates: Pick<ChatTemplateStore, "list">;
  readonly cursors: Cursors;
}

export interface TemplateListing {
  readonly channel?: ChannelName | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface TemplatePage {
  readonly emails: readonly EmailTemplate[];
  readonly chats: readonly ChatTemplate[];
  readonly nextCursor?: string | undefined;
}

/** The last template of the page before. Without an id, the channel's list begins. */
interface Position {
  readonly channel: ChannelName;
  readonly after?: string | undefined;
}

const written = ({ channel, after = "" }: Position): string => `${channel}:${after}`;
function readPosition(text: string): Position {
  const colon = text.indexOf(":");
  return { channel: text.slice(0, colon) === "chat" ? "chat" : "email", after: text.slice(colon + 1) || undefined };
}

/** Lists the templates of both channels as one list: emails first, each channel's oldest first. Deleted templates are left out. */
export async function listTemplates(
  deps: ListTemplatesDeps,
  owner: Owner,
  { channel, limit, cursor }: TemplateListing,
): Promise<TemplatePage> {
  const bound = boundCursors(deps.cursors, owner, JSON.stringify(["templates of agents", channel]));
  const known = bound.read(cursor) ?? written({ channel: channel ?? "email" });
  const { next, ...page } = await pageFrom(deps, owner, { from: readPosition(known), limit, channel });
  return { ...page, ...bound.next(next && written(next)) };
}

interface Range extends Pick<TemplateListing, "channel" | "limit"> {
  readonly from: Position;
}
type Found = Pick<TemplatePage, "emails" | "chats"> & { readonly next?: Position | undefined };

async function pageFrom(deps: ListTemplatesDeps, owner: Owner, { from, limit, channel }: Range): Promise<Found> {
  if (from.channel === "chat") return { emails: [], ...(await chatPage(deps, owner, { after: from.after, limit })) };
  const { templates: emails, next } = await deps.emailTemplates.page(owner, limit, from.after);
  if (next !== undefined) return { emails, chats: [], next: { channel: "email", after: next } };
  if (channel === "email") return { emails, chats: [] };
  return { emails, ...(await chatPage(deps, owner, { limit: limit - emails.length })) };
}

async function chatPage(
  { chatTemplates }: ListTemplatesDeps,
  owner: Owner,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<Omit<Found, "emails">> {
  const living = (await chatTemplates.list(owner)).filter(({ isDisabled }) => !isDisabled);
  // Ids sort by time, so a template that was deleted meanwhile leaves no gap.
  const left = after === undefined ? living : living.filter(({ id }) => id > after);
  const chats = left.slice(0, limit);
  if (chats.length === left.length) return { chats };
  return { chats, next: { channel: "chat", after: chats.at(-1)?.id ?? after } };
}
