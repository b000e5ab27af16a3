import type { Schemas } from "../../api/schemas.ts";
import { momentOf } from "../webhooks/webhook-draft.ts";

/** The values by the names of the template's parameters. */
type Values = Readonly<Record<string, string>>;

export type ChatTemplate = Schemas["ChatTemplate"];

/** The fields of the form; texts are empty when nothing is written. */
export interface ChatDraft {
  readonly accountId: string;
  readonly to: string;
  readonly templateId: string;
  readonly values: Values;
  /** The local time of a `datetime-local` field; undefined means now. */
  readonly sendAt?: string | undefined;
}

export const EMPTY_CHAT: ChatDraft = { accountId: "", to: "", templateId: "", values: {} };

/** People write numbers with spaces, points, hyphens and brackets; the service takes E.164 alone. */
export const phoneIn = (text: string): string => text.trim().replaceAll(/[\s().-]/g, "");

/** Builds the request of the first message to a telephone, which is a template. */
export function chatOf({ accountId, to, templateId, values, sendAt }: ChatDraft): Schemas["ChatNotificationRequest"] {
  const moment = momentOf(sendAt);
  return {
    channel: "chat",
    recipient: phoneIn(to),
    chat_account_id: accountId,
    variables: {},
    chat: { type: "template", template_id: templateId, values: { ...values } },
    ...(moment !== undefined && { send_at: moment }),
  };
}

export const isComplete = (template: ChatTemplate | undefined, values: Values): boolean =>
  template?.parameters.every(({ name }) => (values[name] ?? "").trim() !== "") ?? false;
