import { type ChatTemplate, canSend } from "../domain/templates/chat-template.ts";

/** The reason that an accepted template cannot be sent any more; undefined while it can. */
export function templateProblem(template: ChatTemplate | undefined): string | undefined {
  if (template === undefined || template.isDisabled) return "the template was deleted";
  return canSend(template) ? undefined : `the template is not approved any more: ${template.remoteStatus}`;
}
