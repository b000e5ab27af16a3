import { CHAT_CAUSES } from "../../chat/domain/chat-causes.ts";
import { type ChatTemplate, canSend } from "../../chat/domain/templates/chat-template.ts";

/** Says why an accepted template can no longer be sent, or undefined while it can. */
export function templateProblem(template: ChatTemplate | undefined): string | undefined {
  if (template === undefined || template.isDisabled) return CHAT_CAUSES.template_deleted;
  return canSend(template) ? undefined : `${CHAT_CAUSES.template_not_approved}: ${template.remoteStatus}`;
}
