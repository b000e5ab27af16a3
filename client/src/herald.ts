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
import { SendingAccounts } from "./sending-accounts.ts";
import { Status } from "./status.ts";
import { Transport } from "./transport.ts";
import { verifyWebhook } from "./verify-webhook.ts";
import { Webhooks } from "./webhooks.ts";

export type { CallOptions, RawResponse } from "./call.ts";
export {
  type BatchProblem,
  type FieldProblem,
  HeraldConnectionError,
  HeraldError,
  type HeraldErrorCode,
  HeraldTimeoutError,
} from "./herald-error.ts";
export type { PaceLimits } from "./pace.ts";
export type { EmailTemplateVariables, SendRequest } from "./template-sends.ts";
export type * from "./types.ts";
export type { ReceivedRequest, VerifyOptions } from "./verify-webhook.ts";
export { type WebhookProblem, WebhookVerificationError } from "./webhook-error.ts";

/** For a receiver of webhooks, which needs no client. */
export const webhooks = { verify: verifyWebhook } as const;

export interface HeraldOptions {
  /** Where the service is, without `/api/v1`; the environment's `HERALD_URL` when left out. */
  readonly baseUrl?: string | undefined;
  /** For notifications and conversations; the environment's `HERALD_API_KEY` when left out. Never in a page that others open. */
  readonly apiKey?: string | undefined;
  /**
   * For accounts and templates: an OpenID Connect access token, or a function that has a valid one at every try; the environment's
   * `HERALD_ACCESS_TOKEN` when left out.
   */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined;
  /** In place of the platform's. */
  readonly fetch?: typeof fetch;
  /** For one try; 30 seconds when left out. */
  readonly timeoutMs?: number;
  /** Further tries of what may be repeated; 3 when left out, 0 for none. */
  readonly maxRetries?: number;
  /** The longest wait before a further try; a minute when left out. Asked to wait longer, a call ends with the error. */
  readonly maxWaitMs?: number;
  /** Hears every answer as it came, of every try: for a log, or for headers. */
  readonly onResponse?: (response: RawResponse) => void;
  /** How fast to ask with one credential, below the service's own limit when left out; false for no waiting before a try. */
  readonly pace?: PaceLimits | false;
  /** Waiting between tries, for tests. */
  readonly pause?: Pause;
  /** Milliseconds, for tests. */
  readonly now?: () => number;
}

/** The service's interface, one property per resource. Holds no connection and no timer of its own. */
export class Herald {
  /** Mails and chat messages: sent, followed, put off, canceled. */
  readonly notifications: Notifications;
  /** Files for mails. */
  readonly attachments: Attachments;
  /** Everything that happened, to be read in its order. */
  readonly events: Events;
  /** Customers' messages, and answers to them. */
  readonly conversations: Conversations;
  /** The accounts that mails leave by. */
  readonly sendingAccounts: SendingAccounts;
  /** Mails with variables, and their versions. */
  readonly emailTemplates: EmailTemplates;
  /** Messages that the platform has reviewed. */
  readonly chatTemplates: ChatTemplates;
  /** Addresses that events are posted to. */
  readonly webhooks: Webhooks;
  /** Whether the service is there and well. */
  readonly status: Status;

  constructor(options: HeraldOptions = {}) {
    const transport = new Transport({
      baseUrl: baseAddress(options.baseUrl ?? variable("HERALD_URL")),
      apiKey: options.apiKey ?? variable("HERALD_API_KEY"),
      accessToken: options.accessToken ?? variable("HERALD_ACCESS_TOKEN"),
      // Looked up at each call, on its own: a browser's fetch must not be called as somebody's method.
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
    this.status = new Status(transport);
  }
}

function baseAddress(baseUrl: string | undefined): string {
  if (!baseUrl) throw new TypeError("baseUrl is missing: pass it, or set HERALD_URL");
  const { protocol, origin, pathname } = new URL(baseUrl);
  if (protocol !== "http:" && protocol !== "https:") throw new TypeError("baseUrl must be an http or https address");
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
