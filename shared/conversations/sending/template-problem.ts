import { type ChatTemplate, canSend } from "../../chat/domain/templates/chat-template.ts";
import { CAUSES } from "../../notifications/domain/causes.ts";

/** The reason that an accepted template cannot be sent any more; undefined while it can. */
export function templateProblem(template: ChatTemplate | undefined): string | undefined {
  if (template === undefined || template.isDisabled) return CAUSES.template_deleted;
  return canSend(template) ? undefined : `${CAUSES.template_not_approved}: ${template.remoteStatus}`;
}
