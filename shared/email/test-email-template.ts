import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound } from "../kernel/refusal.ts";
import type { SenderRequest } from "../kernel/sender-request.ts";
import { noteRecordName } from "../kernel/trace.ts";
import type { Notification } from "../notifications/domain/notification.ts";
import { type SubmitNotificationDeps, submitNotification } from "../notifications/submit-notification.ts";
import type { TemplateTestRequest } from "./contract/panel-template-test.ts";
import type { EmailTemplateStore } from "./ports.ts";

export interface TestEmailTemplateDeps extends SubmitNotificationDeps {
  readonly emailTemplates: Pick<EmailTemplateStore, "get">;
  readonly identifiers: Pick<Identifiers, "newId">;
}

/**
 * A notification like any other, so that the test shows what callers will get. The owner is at the panel: the hosts that an account
 * allows are about programs that hold an API key.
 */
export async function testEmailTemplate(
  deps: TestEmailTemplateDeps,
  { owner, id, madeBy }: { owner: Owner; id: string; madeBy?: SenderRequest },
  request: TemplateTestRequest,
): Promise<Notification> {
  const template = await deps.emailTemplates.get(owner, id);
  if (template === undefined) throw notFound();
  noteRecordName(template.name);
  const submission = { owner, id: deps.identifiers.newId(), madeBy, caller: { isOwner: true } } as const;
  return submitNotification(deps, submission, { channel: "email", cc: [], bcc: [], templateId: id, ...request });
}
