import type { CallerOrigin } from "../kernel/caller-origin.ts";
import type { Owner } from "../kernel/owner.ts";
import type { ChannelRequest } from "./contract/send-options.ts";
import type { EditedContent } from "./domain/decision.ts";
import type { AttemptOutcome, Postponed } from "./domain/delivery.ts";
import type { Explainer } from "./domain/explanation/explainer.ts";
import type { ByChannel, ClaimedNotification, Notification, NotificationContent } from "./domain/notification.ts";
import type { ResendTo } from "./domain/resend-to.ts";
import type { ContentCodec } from "./ports.ts";
import type { Expander } from "./read/expand-notification.ts";
import type { Showcase } from "./read/show-message.ts";

/** A request as its channel accepted it: rendered and frozen. */
export interface AcceptedRequest {
  readonly accountId: string;
  /** The sender's address that the request chose among those of the account. */
  readonly from?: string | undefined;
  /** The address of the account at acceptance. */
  readonly accountAddress?: string | undefined;
  readonly content: NotificationContent;
  /** `title` is the one line by which a person recognises the notification, with at most 80 characters (`oneLine`). */
  readonly title?: string | undefined;
  /** `conversationId` is set when the message is part of a conversation. */
  readonly conversationId?: string | undefined;
  readonly templateId?: string | undefined;
  /** The version of the template that was used, if the channel's templates have versions. */
  readonly templateVersion?: number | undefined;
  /** `absent` names the first variables that the template printed although the request had no value for them. */
  readonly absent?: readonly string[] | undefined;
}

/** The channel's part in accepting a request; storing and queueing are the same for all channels. */
export interface Acceptance {
  /** The specification gives each channel its maximum (R-notification). */
  readonly maxAttempts: number;
  /** Called after the notification is stored and before it is queued, and again for a repeated request. A second call changes nothing. */
  readonly beforeQueued?: (notification: Notification, content: NotificationContent) => Promise<void>;
}

export interface SentAgain {
  readonly caller: CallerOrigin;
  /** The recipients whom the first notification did not have, and for whom the content was therefore never accepted. */
  readonly recipients?: readonly string[] | undefined;
}

/** An intake is the side of a channel that accepts. It gets only requests of its own channel. */
export interface Intake<Request extends ChannelRequest = ChannelRequest> extends Acceptance {
  /** Refuses what can never be delivered, before anything is stored. The notification gets this `id`. */
  check(owner: Owner, request: Request, caller: CallerOrigin, id: string): Promise<AcceptedRequest>;
  /** Checks content that is sent again: refuses when the account is gone, or may not be used by this caller or for these recipients. */
  checkAgain(owner: Owner, accountId: string, resending: SentAgain): Promise<void>;
  /**
   * Makes the content of the notification `id` of the content of the first one: for all of its recipients when `to` is undefined, else for
   * some of them, or for another recipient.
   * @throws Refusal `invalid_request` when the channel cannot do that, or when all recipients have the message already
   */
  readdress(
    content: NotificationContent,
    first: Notification,
    to: ResendTo | undefined,
    id: string,
  ): Promise<NotificationContent>;
  /** Extends the time for which the content's files are kept, as if the content were stored now; false when a file is gone. */
  renew?(content: NotificationContent): Promise<boolean>;
}

/** Waits until the account may send; undefined means that it may. Do slow work that needs no provider before this call. */
export type AcquirePermit = () => Promise<Postponed | undefined>;

/** An outlet is the side of a channel that delivers. */
export interface Outlet {
  /** Makes one attempt, and acquires its permit before it asks the provider. When the provider refuses, that is an outcome and no exception. */
  send(notification: ClaimedNotification, acquire: AcquirePermit): Promise<AttemptOutcome>;
}

/** The words that a person puts in place of the accepted ones. Undefined leaves a text as it was. */
export interface FinalText {
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
}

/** A reviewer is the side of a channel that shows a message to the person who has to approve it, and takes that person's words (D47e). */
export interface Reviewer<Reviewed extends object = object> {
  review(content: NotificationContent): Reviewed;
  /** @throws Refusal `invalid_request` when the message cannot have these words */
  edit(content: NotificationContent, edits: FinalText): EditedContent;
  /** Called after an edited content is stored, and before it is queued. A second call changes nothing. */
  remember?(notification: Notification, content: NotificationContent): Promise<void>;
}

/** All parts of a channel. They are registered one by one, so that a function loads only those that it uses. */
export interface Channel<
  Request extends ChannelRequest = ChannelRequest,
  Content extends NotificationContent = NotificationContent,
  Shown extends object = object,
  Expanded extends object = object,
  Reviewed extends object = object,
> {
  readonly intake: Intake<Request>;
  readonly outlet: Outlet;
  readonly showcase: Showcase<Shown>;
  readonly expander: Expander<Expanded>;
  readonly reviewer: Reviewer<Reviewed>;
  readonly explainer: Explainer;
  readonly codec: ContentCodec<Content>;
}

export type Intakes = ByChannel<Intake>;
export type Outlets = ByChannel<Outlet>;
export type Reviewers<Reviewed extends object = object> = ByChannel<Reviewer<Reviewed>>;
