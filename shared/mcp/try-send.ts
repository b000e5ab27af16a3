import type { ChatRequest } from "../chat/contract/chat-request.ts";
import { chatIn } from "../chat/domain/chat-content.ts";
import { renderTemplate } from "../chat/domain/templates/rendered-template.ts";
import type { ChatTemplateStore } from "../chat/ports/chat-template-store.ts";
import { isWindowOpen } from "../conversations/domain/service-window.ts";
import type { ConversationStore } from "../conversations/ports.ts";
import type { EmailRequest } from "../email/contract/email-request.ts";
import { emailIn } from "../email/domain/email-content.ts";
import { allRecipients } from "../email/domain/recipients.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import { dailyCountOf, dailyLimitReached } from "../keys/domain/daily-count.ts";
import type { DailyUses } from "../keys/ports.ts";
import { type AcceptanceDeps, accepted } from "../notifications/accept/submit-notification.ts";
import type { NotificationContent } from "../notifications/domain/notification.ts";
import { holding } from "../suppressions/domain/suppression.ts";
import type { SuppressionStore } from "../suppressions/ports.ts";
import type { ToolCaller } from "./bound-tool.ts";
import type { SendResult } from "./contract/sending-tools.ts";

export interface TrySendDeps extends AcceptanceDeps {
  readonly identifiers: Pick<Identifiers, "newId">;
  readonly suppressions: Pick<SuppressionStore, "standing">;
  readonly dailyUses: DailyUses;
  readonly chatTemplates: Pick<ChatTemplateStore, "get">;
  readonly conversations: Pick<ConversationStore, "get">;
}

/** Shows what a mail would be and who would get it. Refuses what the send would refuse, and writes nothing (D47a). */
export async function tryEmail(deps: TrySendDeps, caller: ToolCaller, request: EmailRequest): Promise<SendResult> {
  const { subject, body, bodyType, ...content } = emailIn(await contentOf(deps, caller, request));
  return {
    dry_run: true,
    preview: { subject, body, body_type: bodyType },
    ...(await judged(deps, caller, { addresses: allRecipients(content) })),
    ...(await termsOf(deps, caller)),
  };
}

/** Does the same as `tryEmail` for a chat template, and says whether the customer wrote within the last 24 hours. */
export async function tryChatTemplate(
  deps: TrySendDeps,
  caller: ToolCaller,
  request: ChatRequest,
): Promise<SendResult> {
  const { owner } = caller;
  const { message, conversationId } = chatIn(await contentOf(deps, caller, request));
  if (message.type !== "template") throw new Error("a request for a template became another message");
  const [template, conversation] = await Promise.all([
    deps.chatTemplates.get(owner, message.templateId),
    deps.conversations.get(owner, conversationId),
  ]);
  const body = template === undefined ? "" : renderTemplate(template.definition, message.values).body;
  const topic = template?.definition.category.toLowerCase();
  return {
    dry_run: true,
    preview: { body },
    ...(await judged(deps, caller, { addresses: [request.recipient], topic })),
    window_open: isWindowOpen(conversation?.latestInboundAtMs, deps.clock.now()),
    ...(await termsOf(deps, caller)),
  };
}

async function contentOf(
  deps: TrySendDeps,
  { owner, origin, key: callingKey }: ToolCaller,
  request: EmailRequest | ChatRequest,
): Promise<NotificationContent> {
  const submission = { owner, caller: origin, callingKey, id: deps.identifiers.newId() };
  return (await accepted(deps, submission, request)).accepted.content;
}

/** Separates the recipients whom a suppression of this moment keeps from getting the message (D45d). */
async function judged(
  { suppressions }: Pick<TrySendDeps, "suppressions">,
  { owner }: ToolCaller,
  { addresses, topic }: { readonly addresses: readonly string[]; readonly topic?: string | undefined },
): Promise<Pick<SendResult, "recipients" | "left_out">> {
  const standing = await suppressions.standing(owner, addresses);
  const reasonOf = (recipient: string) => holding(standing.get(recipient) ?? [], topic)?.reason;
  return {
    recipients: addresses.filter((recipient) => reasonOf(recipient) === undefined),
    left_out: addresses.flatMap((recipient) => {
      const reason = reasonOf(recipient);
      return reason === undefined ? [] : [{ recipient, reason }];
    }),
  };
}

/** Says what the terms of the key mean for the send. A send beyond the daily limit is refused, and so is a trial of it. */
async function termsOf(
  { dailyUses, clock }: Pick<TrySendDeps, "dailyUses" | "clock">,
  { owner, key }: ToolCaller,
): Promise<Pick<SendResult, "remaining_today" | "approval">> {
  const nowMs = clock.now();
  const count = dailyCountOf(owner, key, nowMs);
  const used = count && (await dailyUses.usedOn([count]));
  const remaining = count && count.perDay - (used?.get(count.countId) ?? 0);
  if (remaining !== undefined && remaining <= 0) throw dailyLimitReached(nowMs);
  return {
    ...(remaining === undefined ? {} : { remaining_today: remaining }),
    ...(key?.approval === undefined ? {} : { approval: key.approval }),
  };
}
