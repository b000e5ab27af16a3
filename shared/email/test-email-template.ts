import { TemplateExecError } from "../go-template/errors.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import type { SenderRequest } from "../kernel/sender-request.ts";
import { noteRecordName } from "../kernel/trace.ts";
import { type SubmitNotificationDeps, submitNotification } from "../notifications/accept/submit-notification.ts";
import type { Notification } from "../notifications/domain/notification.ts";
import type { EmailRequest } from "./contract/email-request.ts";
import type { TemplateTestRequest } from "./contract/panel/template-test.ts";
import type { EmailTemplateStore } from "./ports.ts";

export interface TestEmailTemplateDeps extends SubmitNotificationDeps {
  readonly emailTemplates: Pick<EmailTemplateStore, "get">;
  readonly identifiers: Pick<Identifiers, "newId">;
}

export interface TemplateTest {
  readonly owner: Owner;
  /** The id of the template. */
  readonly id: string;
  readonly madeBy?: SenderRequest | undefined;
  /** The notification will have this id. */
  readonly reservedId?: string | undefined;
  readonly isRepeat?: boolean | undefined;
}

/** Sends a template as a normal notification, so that the test shows what a send does. No origin is checked, because the owner is at the panel. */
export async function testEmailTemplate(
  deps: TestEmailTemplateDeps,
  { owner, id, madeBy, reservedId, isRepeat }: TemplateTest,
  request: TemplateTestRequest,
): Promise<Notification> {
  const template = await deps.emailTemplates.get(owner, id);
  if (template === undefined) throw notFound();
  noteRecordName(template.name);
  const its = { owner, id: reservedId ?? deps.identifiers.newId(), isRepeat, madeBy };
  const submission = { ...its, caller: { isOwner: true } } as const;
  const mail: EmailRequest = { channel: "email", cc: [], bcc: [], templateId: id, ...request };
  return withPlace(submitNotification(deps, submission, mail));
}

/** Adds to a refusal where the template is wrong. A send does not say this, but the caller of a test is the template's author. */
async function withPlace<T>(submitted: Promise<T>): Promise<T> {
  try {
    return await submitted;
  } catch (error) {
    throw error instanceof Refusal && error.cause instanceof TemplateExecError ? placed(error, error.cause) : error;
  }
}

const placed = ({ code, message, problems = [] }: Refusal, cause: TemplateExecError): Refusal =>
  new Refusal(code, message, { cause, detail: cause.message, problems });
