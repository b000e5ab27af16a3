import { Attachments } from "./attachments.ts";
import type { RawResponse } from "./call.ts";
import { ChatTemplates } from "./chat-templates.ts";
import { Conversations } from "./conversations.ts";
import { EmailTemplates } from "./email-templates.ts";
import { variable } from "./environment.ts";
import { Events } from "./events.ts";
import { Notifications } from "./notifications.ts";
import type { PaceLimits } from "./pace.ts";
import { type Pause, pause } from "./pause.ts";
import { Sandbox } from "./sandbox.ts";
import { SendingAccounts } from "./sending-accounts.ts";
import { Status } from "./status.ts";
import { Suppressions } from "./suppressions.ts";
import { Transport } from "./transport.ts";
import { verifyWebhook } from "./verify-webhook.ts";
import { Webhooks } from "./webhooks.ts";

export type { CallOptions, ChangeOptions, RawResponse, Tagged } from "./call.ts";
export {
  type BatchProblem,
  type FieldProblem,
  HeraldConnectionError,
  HeraldError,
  type HeraldErrorCode,
  HeraldTimeoutError,
} from "./herald-error.ts";
export type { PaceLimits } from "./pace.ts";
export type { EmailTemplateData, EmailTemplateVariables, SendRequest } from "./template-sends.ts";
export type * from "./types.ts";
export type { ReceivedRequest, VerifyOptions } from "./verify-webhook.ts";
export { type WebhookProblem, WebhookVerificationError } from "./webhook-error.ts";

/** Verifies webhooks in a program that needs no client. */
export const webhooks = { verify: verifyWebhook } as const;

export interface HeraldOptions {
  /** The address of the service, without `/api/v1`; defaults to `HERALD_URL` of the environment. */
  readonly baseUrl?: string | undefined;
  /**
   * The key for notifications and conversations; defaults to `HERALD_API_KEY`. With a key of test mode, the calls with the access token are
   * in test mode, too. Never use a key in a page that others open.
   */
  readonly apiKey?: string | undefined;
  /**
   * The access token of OpenID Connect for accounts and templates, or a function that returns a valid one for every try; defaults to
   * `HERALD_ACCESS_TOKEN`.
   */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /** The timeout of one try; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** The number of further tries of a call that may be repeated; 3 by default. */
  readonly maxRetries?: number;
  /** The longest wait before a further try; a minute by default. If the service asks for longer, the call ends with the error. */
  readonly maxWaitMs?: number;
  /** Called with every answer of every try, for example to log it or to read headers. */
  readonly onResponse?: (response: RawResponse) => void;
  /** How fast to send requests with one credential; by default just below the service's limit. False sends without waiting. */
  readonly pace?: PaceLimits | false;
  /** Replaces the waiting between tries, for tests. */
  readonly pause?: Pause;
  /** Replaces the clock, in milliseconds, for tests. */
  readonly now?: () => number;
}

/** Gives access to the API, with one property per resource. It holds no connection and no timer. */
export class Herald {
  /** Sends, follows, reschedules and cancels mails and chat messages. */
  readonly notifications: Notifications;
  /** Uploads files for mails. */
  readonly attachments: Attachments;
  /** Reads everything that happened, in order. */
  readonly events: Events;
  /** Reads and answers customers' messages. */
  readonly conversations: Conversations;
  /** Manages the accounts that mails are sent through. */
  readonly sendingAccounts: SendingAccounts;
  /** Manages the templates of mails, and their versions. */
  readonly emailTemplates: EmailTemplates;
  /** Manages the templates of chat messages, which the platform reviews. */
  readonly chatTemplates: ChatTemplates;
  /** Reads what test mode took, and moves its clock. */
  readonly sandbox: Sandbox;
  /** Manages the addresses that events are posted to. */
  readonly webhooks: Webhooks;
  /** Manages to whom nothing is sent. */
  readonly suppressions: Suppressions;
  /** Says whether the service is available. */
  readonly status: Status;

  constructor(options: HeraldOptions = {}) {
    const transport = new Transport({
      baseUrl: baseAddress(options.baseUrl ?? variable("HERALD_URL")),
      apiKey: options.apiKey ?? variable("HERALD_API_KEY"),
      accessToken: options.accessToken ?? variable("HERALD_ACCESS_TOKEN"),
      // `fetch` is looked up at each call, and called as a plain function, because browsers reject it as a method.
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      timeoutMs: options.timeoutMs ?? 30_000,
      maxRetries: options.maxRetries ?? 3,
      maxWaitMs: options.maxWaitMs ?? 60_000,
      onResponse: options.onResponse,
      pace: options.pace ?? {},
      pause: options.pause ?? pause,
      now: options.now ?? (() => performance.now()),
    });
    this.notifications = new Notifications(transport);
    this.attachments = new Attachments(transport);
    this.events = new Events(transport);
    this.conversations = new Conversations(transport);
    this.sendingAccounts = new SendingAccounts(transport);
    this.emailTemplates = new EmailTemplates(transport);
    this.chatTemplates = new ChatTemplates(transport);
    this.webhooks = new Webhooks(transport);
    this.suppressions = new Suppressions(transport);
    this.sandbox = new Sandbox(transport);
    this.status = new Status(transport);
  }
}

function baseAddress(baseUrl: string | undefined): string {
  if (!baseUrl) throw new TypeError("baseUrl is missing: pass it, or set HERALD_URL");
  const { protocol, origin, pathname } = new URL(baseUrl);
  if (protocol !== "http:" && protocol !== "https:") throw new TypeError("baseUrl must be an http or https address");
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
