import type { ChatEvent, InboundMessage } from "../domain/chat-event.ts";

export type InboundEvent = InboundMessage & Pick<ChatEvent, "providerBusinessAccountId" | "providerPhoneNumberId">;

/**
 * `unroutable`: it is for no account of ours, the account has no owner, or it does not say from whom it is. `early`: nobody holds the
 * customer, and an owner has just written to them.
 */
export type Reception = "added" | "repeated" | "unroutable" | "early";

export interface EventArrival {
  readonly arrivedAtMs: number;
  /** It may be received a little later instead. */
  readonly mayWait: boolean;
}

/** Where a customer's message goes. */
export interface InboundMessages {
  /** Exactly once, however often the event is told. Throws when it could not be taken; the event is then to come again. */
  receive(event: InboundEvent, arrival: EventArrival): Promise<Reception>;
}
