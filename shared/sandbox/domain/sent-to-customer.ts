/** A chat message of test mode as the provider would have got it. */
export interface SentToCustomer {
  /** The id that the provider would have given the message. */
  readonly id: string;
  readonly notificationId: string;
  /** RFC 3339, in the owner's test time. */
  readonly sentAt: string;
  /** The platform's message object. */
  readonly message: Readonly<Record<string, unknown>>;
}
