import type { NotificationRequest } from "../contract/notifications.ts";
import type { CallerOrigin } from "../domain/allowed-domains.ts";
import type { AttemptOutcome } from "../domain/delivery.ts";
import type { ChannelName, ClaimedNotification, EmailContent } from "../domain/notification.ts";

/** What a channel makes of a request that it accepts: rendered and frozen. */
export interface AcceptedRequest {
  readonly accountId: string;
  readonly content: EmailContent;
}

/** The side of a channel that accepts. */
export interface Intake {
  /** The specification's maximum for this channel. */
  readonly maxAttempts: number;
  /** Refuses what can never be delivered. Runs before anything is stored. */
  check(owner: string, request: NotificationRequest, caller: CallerOrigin): Promise<AcceptedRequest>;
}

/** The side of a channel that delivers. */
export interface Outlet {
  /** One attempt. A provider's refusal is an outcome, not an exception. */
  send(notification: ClaimedNotification): Promise<AttemptOutcome>;
}

/** A channel named in the domain but missing in one of these does not compile. */
export type Intakes = Readonly<Record<ChannelName, Intake>>;
export type Outlets = Readonly<Record<ChannelName, Outlet>>;
