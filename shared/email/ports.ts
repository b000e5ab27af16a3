import type { NewObject, ObjectWriter } from "../kernel/object-writer.ts";
import type { Owner } from "../kernel/owner.ts";
import type { Expected } from "../kernel/revision.ts";
import type { Sealed } from "../kernel/secrets/secret-box.ts";
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

/** A caller's choice about the default when writing an account: take it, give it up, or leave it as it is. */
export type DefaultChange = "take" | "give-up" | "keep";

/** What a replacement of an account hangs on. */
export interface AccountCondition {
  readonly kept?: Sealed | undefined;
  /** Of all that is shown of the account: `shownRevision`. */
  readonly expected?: Expected | undefined;
}

/** Every method takes the owner first: another owner's account is simply not there. */
export interface SendingAccountStore {
  /** Newest last; all of them. `isDefault` is derived from the owner's one pointer, so two defaults cannot exist. */
  list(owner: Owner): Promise<readonly SendingAccount[]>;
  get(owner: Owner, id: string): Promise<SendingAccount | undefined>;
  /**
   * Like `get`, without asking which account is the default: `isDefault` is always false. It may answer an account as it was a moment ago,
   * and costs half as much.
   */
  find(owner: Owner, id: string): Promise<SendingAccount | undefined>;
  /** Like `find`, of this moment: one that was deleted or changed before the question is never answered as it was. */
  findPresent(owner: Owner, id: string): Promise<SendingAccount | undefined>;
  /** The default account of this moment. */
  findDefault(owner: Owner): Promise<JudgingAccount | undefined>;
  /**
   * The owner's first account becomes the default whatever was asked; answers the account as it now stands. `full`: the owner's accounts
   * would pass `MOST_ACCOUNTS`, and nothing is written; exact however many are written at once.
   */
  create(account: AccountWrite, change: DefaultChange): Promise<SendingAccount | "full">;
  /**
   * Answers undefined when the account is gone, `full` as `create` does, or `changed` when it no longer has the secret that is to be
   * `kept`; then nothing is written. Its health stays. Throws OtherRevisionError.
   */
  replace(
    account: AccountWrite,
    change: DefaultChange,
    condition?: AccountCondition,
  ): Promise<SendingAccount | "full" | "changed" | undefined>;
  /** Unless the account is gone, or another delivery has noted something since it was read. */
  noteHealth(seen: SendingAccount, next: AccountHealth): Promise<void>;
  /** Answers false when there was nothing to remove. Removing the default leaves the owner without one (D15). Throws OtherRevisionError. */
  remove(owner: Owner, id: string, expected?: Expected): Promise<boolean>;
}

/**
 * `full`: the owner's templates would pass `MOST_TEMPLATES`. `taken`: another of them has the alias. `gone`: there is none to replace.
 * Nothing is written in any of these cases.
 */
export type UnsavedTemplate = "full" | "taken" | "gone";

export interface EmailTemplatePage {
  readonly templates: readonly EmailTemplate[];
  /** Where the next page begins; undefined at the end. */
  readonly next?: string | undefined;
}

/** Every method takes the owner first: another owner's template is simply not there. */
export interface EmailTemplateStore {
  /** Oldest first: at most `limit`, after an earlier page's `next`; fewer where they are so large that no page shows more of them. */
  page(owner: Owner, limit: number, after?: string): Promise<EmailTemplatePage>;
  get(owner: Owner, id: string): Promise<EmailTemplate | undefined>;
  findByAlias(owner: Owner, alias: string): Promise<EmailTemplate | undefined>;
  /** The template as one of the versions before the present one was; undefined where that is no longer kept, or never was. */
  version(present: EmailTemplate, version: number): Promise<EmailTemplate | undefined>;
  /** The present version and those before it, newest first, as a page; only those before `before`. Undefined when the template is gone. */
  versions(owner: Owner, id: string, limit: number, before?: number): Promise<EmailTemplatePage | undefined>;
  /** Throws for an id that is taken. */
  create(template: TemplateWrite): Promise<EmailTemplate | Exclude<UnsavedTemplate, "gone">>;
  /**
   * Makes the next version, keeps the one before it (`KEPT_VERSIONS` in all), and answers the template as it now stands. Throws
   * OtherRevisionError.
   */
  replace(revision: TemplateRevision, expected?: Expected): Promise<EmailTemplate | UnsavedTemplate>;
  /** With every version of it. Answers false when there was nothing to remove. Throws OtherRevisionError. */
  remove(owner: Owner, id: string, expected?: Expected): Promise<boolean>;
}

export type TemplateSamples = Readonly<Record<string, string>>;

/** Values with which the panel shows a template while it is written. */
export interface TemplateSampleStore {
  /** None where none were kept; undefined of a template that is gone. */
  find(owner: Owner, id: string): Promise<TemplateSamples | undefined>;
  /** In place of those before. Answers false when the template is gone. They go with it. */
  keep(owner: Owner, id: string, samples: TemplateSamples): Promise<boolean>;
}

/** The object of an uploaded file. */
export interface FoundUpload {
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Under which sends name it, once it is kept for them. */
  readonly key: string;
  readonly isKept: boolean;
}

/** The files that owners upload, each under an id of their own. Every method takes the owner first: another owner's upload is not there. */
export interface UploadedFiles {
  /** Undefined when there is none. */
  find(owner: Owner, id: string, term: Term): Promise<FoundUpload | undefined>;
  /** Until the last content is gone that may name its key; for uploads found in the last week. May be repeated. */
  keep(owner: Owner, id: string, term: Term): Promise<void>;
  /** The copy under a key lives as long again as a new one. Answers false when it is gone. */
  renew(key: string): Promise<boolean>;
}

export interface NewUpload extends Omit<NewObject, "key" | "metadata"> {
  readonly id: string;
  readonly filename: string;
}

export interface UploadTarget {
  /** The file is there, under its id, once its writer has finished. */
  open(owner: Owner, upload: NewUpload): ObjectWriter;
}

/** The files that mails name by their keys. */
export interface MailFiles {
  has(key: string): Promise<boolean>;
  /** Throws when the key is missing. */
  read(key: string, from: number, bytes: number): Promise<Uint8Array>;
}

/** Writes a mail as a message in MIME to be looked at: the bytes of its files are left out. */
export interface MessageComposer {
  /** Undefined for a mail that cannot be written. At most `MAX_SHOWN_BYTES`. */
  compose(mail: Mail): Promise<MessageText | undefined>;
}

export interface MailRoute<Settings = SmtpSettings | HttpApiSettings> {
  readonly owner: Owner;
  readonly accountId: string;
  readonly settings: Settings;
  /** The opened secret: SMTP password or API key; empty when the account has none. */
  readonly secret: string;
  /** Hears of each stage as an attempt comes to it; over a connection that is open already, of the last ones only. */
  readonly onStage?: ((stage: MailStage) => void) | undefined;
}

export interface Mailer<Settings = SmtpSettings | HttpApiSettings> {
  /**
   * One complete attempt, over within `timeoutMs` whatever the server does. A provider saying no is an outcome, not an exception;
   * only a bug throws.
   */
  send(route: MailRoute<Settings>, mail: Mail, timeoutMs: number): Promise<MailOutcome>;
}

/**
 * The data of `body_template` and `auth_value_template` (R-http-api-data).
 * A type, not an interface: it has to pass for the record of values that a template engine takes.
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

/** Thrown when a template does not parse, fails while it runs, or goes over a limit. Its message may be shown to the owner. */
export class TemplateRenderError extends Error {
  override readonly name = "TemplateRenderError";
}

export interface HttpProviderTemplates {
  /** The rendered text; the `json` helper is available. Throws TemplateRenderError. */
  render(template: string, data: HttpProviderData): string;
}

export interface DomainTexts {
  /** The TXT records at a name, each as one text: none where there is none, undefined where nobody answered in time. */
  at(name: string, owner: Owner): Promise<readonly string[] | undefined>;
}
