import type { CallerOrigin } from "../kernel/caller-origin.ts";
import type { Owner } from "../kernel/owner.ts";
import type { ChannelRequest } from "./contract/send-options.ts";
import type { AttemptOutcome, Postponed } from "./domain/delivery.ts";
import type { Explainer } from "./domain/explanation/explainer.ts";
import type { ByChannel, ClaimedNotification, Notification, NotificationContent } from "./domain/notification.ts";
import type { ResendTo } from "./domain/resend-to.ts";
import type { ContentCodec } from "./ports.ts";
import type { Showcase } from "./show-message.ts";

/** A request as a channel accepts it: rendered and frozen. */
export interface AcceptedRequest {
  readonly accountId: string;
  readonly content: NotificationContent;
  /** One line that a person knows it by; at most 80 characters (`oneLine`). */
  readonly title?: string | undefined;
  /** Where the message is part of a history. */
  readonly conversationId?: string | undefined;
  /** The template that the content was made of. */
  readonly templateId?: string | undefined;
  /** The first of the variables that its template printed without having them. */
  readonly absent?: readonly string[] | undefined;
}

/** The channel's part in accepting a request, beside storing and queueing it. */
export interface Acceptance {
  /** The maximum for this channel (R-notification). */
  readonly maxAttempts: number;
  /** Runs when the notification is stored and before it is queued, once more when the request is repeated. Repeating it changes nothing. */
  readonly beforeQueued?: (notification: Notification, content: NotificationContent) => Promise<void>;
}

export interface SentAgain {
  readonly caller: CallerOrigin;
  /** Those that the content was not accepted for. */
  readonly recipients?: readonly string[] | undefined;
}

/** The side of a channel that accepts. It gets the requests of its own channel alone. */
export interface Intake<Request extends ChannelRequest = ChannelRequest> extends Acceptance {
  /** Refuses what can never be delivered. Runs before anything is stored. */
  check(owner: Owner, request: Request, caller: CallerOrigin): Promise<AcceptedRequest>;
  /** Refuses a caller who may not send through this account, an account that is gone, and recipients that it may not send to. For content that was accepted before. */
  checkAgain(owner: Owner, accountId: string, resending: SentAgain): Promise<void>;
  /**
   * The content for some of its recipients, or for another one.
   * @throws Refusal `invalid_request` where the channel has none such, or everybody has it already
   */
  readdress(content: NotificationContent, first: Notification, to: ResendTo): Promise<NotificationContent>;
  /**
   * Lets the files that a stored content names live as long as those of a new one: before it is sent again, or its time is moved. Answers
   * false when one of them is gone.
   */
  renew?(content: NotificationContent): Promise<boolean>;
}

/**
 * Waits until the account may send; whatever takes time and none of the provider's is best done before. Undefined to go on, otherwise
 * the outcome of the attempt.
 */
export type AcquirePermit = () => Promise<Postponed | undefined>;

/** The side of a channel that delivers. */
export interface Outlet {
  /** One attempt. Acquires its permit before it asks the provider. A provider's refusal is an outcome, not an exception. */
  send(notification: ClaimedNotification, acquire: AcquirePermit): Promise<AttemptOutcome>;
}

/** A channel, complete. Its parts are registered one by one, so that a function loads those alone that it uses. */
export interface Channel<
  Request extends ChannelRequest = ChannelRequest,
  Content extends NotificationContent = NotificationContent,
  Shown extends object = object,
> {
  readonly intake: Intake<Request>;
  readonly outlet: Outlet;
  readonly showcase: Showcase<Shown>;
  readonly explainer: Explainer;
  readonly codec: ContentCodec<Content>;
}

export type Intakes = ByChannel<Intake>;
export type Outlets = ByChannel<Outlet>;
