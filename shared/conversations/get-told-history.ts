import { explanations } from "../channels/domain/explanations.ts";
import { asLoose, asText } from "../chat/domain/lenient-json.ts";
import { type RenderedTemplate, renderTemplate } from "../chat/domain/templates/rendered-template.ts";
import type { ChatTemplateStore } from "../chat/ports/chat-template-store.ts";
import { inBatches } from "../kernel/in-batches.ts";
import type { Owner } from "../kernel/owner.ts";
import type { Explanation } from "../notifications/domain/explanation/explain.ts";
import { type MessageOutcome, messageOutcome } from "../notifications/domain/message-outcome.ts";
import type { Notification, Status } from "../notifications/domain/notification.ts";
import type { NotificationStatuses } from "../notifications/ports.ts";
import type { ConversationMessage } from "./domain/conversation.ts";
import { type ConversationHistory, type GetMessagesDeps, getMessages, type HistoryRequest } from "./get-messages.ts";

export interface GetToldHistoryDeps extends Omit<GetMessagesDeps, "notificationStatuses"> {
  readonly notificationStatuses: Pick<NotificationStatuses, "notificationsOf">;
  readonly chatTemplates: Pick<ChatTemplateStore, "get">;
}

/** A message with its outcome and, for a template, the text that the customer reads. */
export interface ToldMessage extends ConversationMessage {
  readonly status?: Status | undefined;
  readonly outcome?: MessageOutcome | undefined;
  /** Says why the message failed; absent for messages that did not fail. */
  readonly explanation?: Explanation | undefined;
  readonly rendered?: RenderedTemplate | undefined;
}

export interface ToldHistory extends Omit<ConversationHistory, "messages"> {
  readonly messages: readonly ToldMessage[];
}

export async function getToldHistory(
  deps: GetToldHistoryDeps,
  owner: Owner,
  request: HistoryRequest,
): Promise<ToldHistory> {
  let notifications: ReadonlyMap<string, Notification> = new Map();
  const statusesOf = async (_: Owner, ids: readonly string[]) => {
    notifications = await deps.notificationStatuses.notificationsOf(owner, ids);
    return new Map([...notifications].map(([id, { status }]) => [id, status]));
  };
  const history = await getMessages({ ...deps, notificationStatuses: { statusesOf } }, owner, request);
  const rendered = await renderedTemplates(deps, owner, history.messages);
  const told = history.messages.map((message) => ({
    ...message,
    ...outcomeOf(notifications.get(message.notificationId ?? "")),
    rendered: rendered.get(message.id),
  }));
  return { ...history, messages: told };
}

function outcomeOf(notification: Notification | undefined): Pick<ToldMessage, "outcome" | "explanation"> {
  if (notification === undefined) return {};
  const outcome = messageOutcome(notification);
  return { outcome, ...(outcome === "failed" && { explanation: explanations.explain(notification) }) };
}

const templateIdOf = ({ messageType, direction, payload }: ConversationMessage): string | undefined =>
  direction === "outbound" && messageType === "template" ? asText(payload.template_id) : undefined;

/** Maps each template message to its text; a message whose template was deleted meanwhile is missing. */
async function renderedTemplates(
  { chatTemplates }: Pick<GetToldHistoryDeps, "chatTemplates">,
  owner: Owner,
  messages: readonly ConversationMessage[],
): Promise<ReadonlyMap<string, RenderedTemplate>> {
  const ids = [...new Set(messages.flatMap((message) => templateIdOf(message) ?? []))];
  const templates = new Map(await inBatches(ids, async (id) => [id, await chatTemplates.get(owner, id)] as const));
  return new Map(
    messages.flatMap((message) => {
      const template = templates.get(templateIdOf(message) ?? "");
      return template === undefined
        ? []
        : [[message.id, renderTemplate(template.definition, valuesOf(message.payload.values))] as const];
    }),
  );
}

const valuesOf = (values: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(asLoose(values)).map(([name, value]) => [name, asText(value) ?? ""]));
