import type { FieldErrors } from "../../api/field-errors.ts";
import type { Schemas } from "../../api/schemas.ts";
import { type Samples, valuesOf } from "../email-templates/samples.ts";
import { momentOf } from "../webhooks/webhook-draft.ts";

type MailRequest = Schemas["EmailNotificationRequest"];

export const CONTENTS = [
  { value: "text", label: "Text" },
  { value: "html", label: "HTML" },
  { value: "template", label: "Template" },
] as const;
export type Content = (typeof CONTENTS)[number]["value"];

/** A file that the service has, or is about to get. */
export interface MailFile {
  readonly id: string;
  readonly name: string;
}

/** The fields of the form. Texts are empty when nothing is written. */
export interface MailDraft {
  /** The id of the sending account; empty for the default one. */
  readonly accountId: string;
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly content: Content;
  readonly subject: string;
  readonly body: string;
  readonly templateId: string;
  readonly values: Samples;
  readonly files: readonly MailFile[];
  /** The local time of a `datetime-local` field; undefined means now. */
  readonly sendAt?: string | undefined;
}

/** Parts of the form that change the draft and show the messages about their fields. */
export interface MailFieldsProps {
  readonly draft: MailDraft;
  readonly errors: FieldErrors;
  readonly onChange: (draft: MailDraft) => void;
}

export const EMPTY_MAIL: MailDraft = {
  ...{ accountId: "", to: "", cc: "", bcc: "", content: "text", subject: "", body: "" },
  ...{ templateId: "", values: {}, files: [] },
};

/** Reads addresses that are separated by commas, semicolons or line breaks. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Builds the request of a mail from the draft. */
export function mailOf(draft: MailDraft): MailRequest {
  const { accountId, to, cc, bcc, files, sendAt } = draft;
  const [copies, hidden, moment] = [addressesIn(cc), addressesIn(bcc), momentOf(sendAt)];
  return {
    recipient: to.trim(),
    ...(copies.length > 0 && { cc: copies }),
    ...(hidden.length > 0 && { bcc: hidden }),
    ...(accountId !== "" && { smtp_account_id: accountId }),
    ...contentOf(draft),
    ...(files.length > 0 && { attachments: files.map(({ id }) => ({ attachment_id: id })) }),
    ...(moment !== undefined && { send_at: moment }),
  };
}

function contentOf({
  content,
  subject,
  body,
  templateId,
  values,
}: MailDraft): Pick<MailRequest, "variables"> & Partial<MailRequest> {
  if (content !== "template") return { subject, body, body_type: content, variables: {} };
  return { template_id: templateId, ...valuesOf(values) };
}
