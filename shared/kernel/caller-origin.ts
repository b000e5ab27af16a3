/** A request says by these headers where it comes from. Browsers send them, and other clients may. */
export interface CallerOrigin {
  readonly origin?: string | undefined;
  readonly referer?: string | undefined;
  /**
   * The owner called in person with an access token. The list of allowed origins applies only to programs that use an
   * API key.
   */
  readonly isOwner?: boolean | undefined;
  /** What the caller sends waits for a person, so whatever may change until then is judged when it leaves (D47e). */
  readonly awaitsApproval?: boolean | undefined;
}
