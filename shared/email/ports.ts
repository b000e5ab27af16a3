import type { JsonObject } from "../kernel/json-data.ts";
import type { NewObject, ObjectWriter } from "../kernel/object-writer.ts";
import type { Owner } from "../kernel/owner.ts";
import type { Expected } from "../kernel/revision.ts";
import type { Sealed } from "../kernel/secrets/secret-box.ts";
import type { EarlyEvent } from "./contract/early-event.ts";
import type { AccountHealth } from "./domain/account-health.ts";
import type { EmailTemplate, TemplateRevision, TemplateWrite } from "./domain/email-template.ts";
import type { BodyType, Mail, MailOutcome, MailStage } from "./domain/mail.ts";
import type {
  AccountWrite,
  HttpApiSettings,
  JudgingAccount,
  SendingAccount,
  SmtpSettings,
} from "./domain/sending-account.ts";
import type { MessageText } from "./domain/shown-email.ts";
import type { Term } from "./domain/uploaded-attachment.ts";

/** `take` makes the account the default, `give-up` ends that, and `keep` leaves the default as it is. */
export type DefaultChange = "take" | "give-up" | "keep";

/** The conditions of a replacement; if one does not hold, nothing is written. */
export interface AccountCondition {
  readonly kept?: Sealed | undefined;
  /** The expected `shownRevision` of the account. */
  readonly expected?: Expected | undefined;
}

/** An account that names a topic. */
export interface AccountOfTopic {
  readonly owner: Owner;
  readonly accountId: string;
}

/** Every method but the first takes the owner first, so another owner's account is simply not there. */
export interface SendingAccountStore {
  /** Lists at most `limit` accounts of any owners that name this topic as their feedback topic (D45g). It is never out of date. */
  namingTopic(topicArn: string, limit: number): Promise<readonly AccountOfTopic[]>;
  /** Lists all accounts, newest last. `isDefault` comes from the owner's single pointer, so two defaults cannot exist. */
  list(owner: Owner): Promise<readonly SendingAccount[]>;
  get(owner: Owner, id: string): Promise<SendingAccount | undefined>;
  /** Reads like `get` at half the cost, but may be a moment out of date, and `isDefault` is always false. */
  find(owner: Owner, id: string): Promise<SendingAccount | undefined>;
  /** Reads like `find` with `isDefault` always false, but is never out of date. */
  findPresent(owner: Owner, id: string): Promise<SendingAccount | undefined>;
  /** Reads the owner's present default account. */
  findDefault(owner: Owner): Promise<JudgingAccount | undefined>;
  /**
   * Adds an account. An owner's first account always becomes the default. Returns the stored account, or `full`, with nothing written, when
   * the owner's accounts would exceed `MOST_ACCOUNTS`. That limit holds exactly, even for accounts that are written at the same time.
   */
  create(account: AccountWrite, change: DefaultChange): Promise<SendingAccount | "full">;
  /**
   * Replaces an account except its health. Writes nothing when it returns undefined (the account is gone), `full` (as for `create`), or
   * `changed` (the stored secret is another one than `kept`). Throws OtherRevisionError.
   */
  replace(
    account: AccountWrite,
    change: DefaultChange,
    condition?: AccountCondition,
  ): Promise<SendingAccount | "full" | "changed" | undefined>;
  /** Stores the account's health, unless the account is gone or another health was stored since it was read. */
  noteHealth(seen: SendingAccount, next: AccountHealth): Promise<void>;
  /** Removes an account; false when it did not exist. Without its default account, an owner has no default (D15). Throws OtherRevisionError. */
  remove(owner: Owner, id: string, expected?: Expected): Promise<boolean>;
}

/**
 * The reasons why nothing was written. `full`: the owner's templates would exceed `MOST_TEMPLATES`; `taken`: another template has the
 * alias; `gone`: the template to replace does not exist.
 */
export type UnsavedTemplate = "full" | "taken" | "gone";

export interface EmailTemplatePage {
  readonly templates: readonly EmailTemplate[];
  /** The place at which the next page begins; undefined on the last page. */
  readonly next?: string | undefined;
}

/** Every method takes the owner first, so another owner's template is simply not there. */
export interface EmailTemplateStore {
  /** Lists at most `limit`, oldest first, after an earlier page's `next`. A page of large templates has fewer. */
  page(owner: Owner, limit: number, after?: string): Promise<EmailTemplatePage>;
  get(owner: Owner, id: string): Promise<EmailTemplate | undefined>;
  findByAlias(owner: Owner, alias: string): Promise<EmailTemplate | undefined>;
  /** Reads the template in an earlier version; undefined when that version is not kept, or never was. */
  version(present: EmailTemplate, version: number): Promise<EmailTemplate | undefined>;
  /** Lists the versions before `before`, or all with the present one, newest first; undefined when the template is gone. */
  versions(owner: Owner, id: string, limit: number, before?: number): Promise<EmailTemplatePage | undefined>;
  /** Adds a template. Throws when the id is taken. */
  create(template: TemplateWrite): Promise<EmailTemplate | Exclude<UnsavedTemplate, "gone">>;
  /**
   * Makes the next version, keeps the earlier versions (`KEPT_VERSIONS` in all), and returns the stored template. Throws
   * OtherRevisionError.
   */
  replace(revision: TemplateRevision, expected?: Expected): Promise<EmailTemplate | UnsavedTemplate>;
  /** Removes the template with all its versions; false when the template did not exist. Throws OtherRevisionError. */
  remove(owner: Owner, id: string, expected?: Expected): Promise<boolean>;
}

export type TemplateSamples = JsonObject;

/** The values with which the panel previews a template while it is written. */
export interface TemplateSampleStore {
  /** Returns the template's stored sample values: `{}` when none were stored, undefined when the template is gone. */
  find(owner: Owner, id: string): Promise<TemplateSamples | undefined>;
  /** Replaces the template's stored sample values; false when the template is gone. They are removed with it. */
  keep(owner: Owner, id: string, samples: TemplateSamples): Promise<boolean>;
}

/** An uploaded file whose object was found. */
export interface FoundUpload {
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The key by which the content of a mail names the file. */
  readonly key: string;
  readonly isKept: boolean;
}

/** The files that owners have uploaded, each under an id. Every method takes the owner first, so another owner's upload is not found. */
export interface UploadedFiles {
  /** Returns undefined when there is no such upload. */
  find(owner: Owner, id: string, term: Term): Promise<FoundUpload | undefined>;
  /** Keeps a file that was found in the last week as long as any content may name its key. It may be repeated. */
  keep(owner: Owner, id: string, term: Term): Promise<void>;
  /** Keeps the copy under the key as long as a new copy would be kept from now on; false when the copy is gone. */
  renew(key: string): Promise<boolean>;
}

export interface NewUpload extends Omit<NewObject, "key" | "metadata"> {
  readonly id: string;
  readonly filename: string;
}

export interface UploadTarget {
  /** Begins to store a file, which can be found once the writer has finished. */
  open(owner: Owner, upload: NewUpload): ObjectWriter;
}

/** Reads the stored files of mails, by the keys in their contents. */
export interface MailFiles {
  has(key: string): Promise<boolean>;
  /** Throws when the key is missing. */
  read(key: string, from: number, bytes: number): Promise<Uint8Array>;
}

/** Writes a mail as a MIME message that people look at, without the bytes of its files. */
export interface MessageComposer {
  /** Returns at most `MAX_SHOWN_BYTES` of the message, or undefined when the mail cannot be written as a message. */
  compose(mail: Mail): Promise<MessageText | undefined>;
}

export interface MailRoute<Settings = SmtpSettings | HttpApiSettings> {
  readonly owner: Owner;
  readonly accountId: string;
  readonly settings: Settings;
  /** `secret` is the opened secret (SMTP password or API key), and empty when the account has none. */
  readonly secret: string;
  /** Is called at each stage of an attempt. An attempt over an open connection has only the later stages. */
  readonly onStage?: ((stage: MailStage) => void) | undefined;
}

export interface Mailer<Settings = SmtpSettings | HttpApiSettings> {
  /** Makes one attempt within `timeoutMs`, whatever the server does. A refusal is an outcome; only a bug throws. */
  send(route: MailRoute<Settings>, mail: Mail, timeoutMs: number): Promise<MailOutcome>;
}

/**
 * `body_template` and `auth_value_template` get this data (R-http-api-data).
 * It is a type, because an interface would not pass as the record of values that a template engine takes.
 */
export type HttpProviderData = {
  readonly To: string;
  readonly CC: readonly string[];
  readonly BCC: readonly string[];
  readonly Subject: string;
  readonly Body: string;
  readonly BodyType: BodyType;
  readonly From: string;
  readonly FromName: string;
  readonly APIKey: string;
};

/** Thrown when a template does not parse, fails to render or exceeds a limit. Its message may be shown to the owner. */
export class TemplateRenderError extends Error {
  override readonly name = "TemplateRenderError";
}

export interface HttpProviderTemplates {
  /** Renders the text, with the `json` helper available. Throws TemplateRenderError. */
  render(template: string, data: HttpProviderData): string;
}

export interface DomainTexts {
  /** Reads the TXT records of a name, each as one text; an empty list when there are none, undefined when nobody answered in time. */
  at(name: string, owner: Owner): Promise<readonly string[] | undefined>;
}

/** Events of Amazon SES that came before their mails were stored as sent. */
export interface EarlyEventQueue {
  /** Once it resolves, the event cannot get lost. Throws when the queue refuses. */
  enqueue(event: EarlyEvent, delaySeconds: number): Promise<void>;
}
