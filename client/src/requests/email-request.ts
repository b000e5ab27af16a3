import type { components } from "../api-types.ts";
import type { Fields, Needed, Without } from "./given.ts";
import type { SendOptionFields } from "./send-option-fields.ts";

type Email = components["schemas"]["EmailNotificationRequest"];
type File = components["schemas"]["Attachment"];
type OfChat = "chat" | "chat_account_id";
type OfTemplate = "template_id" | "template_version" | "strict_variables" | "variables" | "data";

/** A file inside the request. Use it for small files, because a request has at most 1 MiB. */
export interface InlineAttachment
  extends Needed<File, "content" | "filename">,
    Fields<File, "content_type" | "content_id">,
    Without<"attachment_id"> {}

/** A file that was uploaded with `attachments.upload`. */
export interface UploadedFile
  extends Needed<File, "attachment_id">,
    Fields<File, "filename" | "content_type" | "content_id">,
    Without<"content"> {}

export type Attachment = InlineAttachment | UploadedFile;

/** The fields that every mail may have. */
interface MailFields
  extends SendOptionFields,
    Fields<
      Email,
      | "channel"
      | "recipient"
      | "cc"
      | "bcc"
      | "from"
      | "from_name"
      | "reply_to"
      | "headers"
      | "smtp_account_id"
      | "unsubscribe"
    >,
    Without<OfChat> {
  /** A mail has at most 20 files. */
  readonly attachments?: readonly Attachment[];
}

/** A mail whose plain text is in the request. */
export interface TextEmailRequest extends MailFields, Needed<Email, "subject" | "body">, Without<OfTemplate | "text"> {
  /** Defaults to `text`. A mail of the type `html` may also have a plain text in `text`. */
  readonly body_type?: "text";
}

/** A mail whose body is HTML. */
export interface HtmlEmailRequest
  extends MailFields,
    Needed<Email, "subject" | "body">,
    Fields<Email, "text">,
    Without<OfTemplate> {
  /** The body is HTML. */
  readonly body_type: "html";
}

/** A mail that is rendered from an email template. */
export interface TemplateEmailRequest
  extends MailFields,
    Needed<Email, "template_id">,
    Fields<Email, "template_version" | "strict_variables" | "variables" | "data" | "body_type">,
    Without<"subject" | "body" | "text"> {}

export type EmailNotificationRequest = TextEmailRequest | HtmlEmailRequest | TemplateEmailRequest;
