import * as z from "zod";
import { explanationView, toExplanationView } from "../../../channels/contract/explanation.ts";
import { BUTTON_TYPES, HEADER_TYPES } from "../../../chat/domain/templates/chat-template.ts";
import type { RenderedTemplate } from "../../../chat/domain/templates/rendered-template.ts";
import type { Explanation } from "../../../notifications/domain/explanation/explain.ts";
import type { MessageOutcome } from "../../../notifications/domain/message-outcome.ts";
import {
  historyView,
  messageView,
  type ShownHistory,
  type ShownMessage,
  toHistoryView,
  toMessageView,
} from "../conversation-views.ts";
import { messageOutcome } from "./conversation-views.ts";

const renderedTemplateView = z
  .strictObject({
    header: z
      .strictObject({
        type: z.enum(HEADER_TYPES),
        text: z.string(),
        link: z.string().optional(),
      })
      .optional(),
    body: z.string(),
    footer: z.string().optional(),
    buttons: z.array(
      z.strictObject({
        type: z.enum(BUTTON_TYPES),
        text: z.string(),
        target: z.string().optional(),
      }),
    ),
  })
  .meta({ id: "RenderedChatTemplate" });

const panelMessageView = messageView
  .extend({
    status: messageOutcome.optional(),
    explanation: explanationView.optional(),
    rendered: renderedTemplateView.optional(),
  })
  .meta({ id: "PanelChatMessage" });
type PanelMessageView = z.input<typeof panelMessageView>;

export const panelHistoryView = historyView
  .extend({ messages: z.array(panelMessageView) })
  .meta({ id: "PanelChatHistory" });

const toRenderedView = ({ header, body, footer, buttons }: RenderedTemplate) => ({
  ...(header && {
    header: { type: header.type, text: header.text, ...(header.link !== undefined && { link: header.link }) },
  }),
  body,
  ...(footer !== undefined && { footer }),
  buttons: buttons.map(({ type, text, target }) => ({ type, text, ...(target !== undefined && { target }) })),
});

export interface ToldMessage extends ShownMessage {
  readonly outcome?: MessageOutcome | undefined;
  readonly explanation?: Explanation | undefined;
  readonly rendered?: RenderedTemplate | undefined;
}
export interface ShownPanelHistory extends ShownHistory {
  readonly messages: readonly ToldMessage[];
}

const toPanelMessageView = (message: ToldMessage): PanelMessageView => ({
  ...toMessageView(message),
  ...(message.outcome && { status: message.outcome }),
  ...(message.explanation && { explanation: toExplanationView(message.explanation) }),
  ...(message.rendered && { rendered: toRenderedView(message.rendered) }),
});

export const toPanelHistoryView = (history: ShownPanelHistory, nowMs: number): z.input<typeof panelHistoryView> => ({
  ...toHistoryView(history, nowMs),
  messages: history.messages.map(toPanelMessageView),
});
