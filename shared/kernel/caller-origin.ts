/** Where a request says it comes from: what browsers send and others may. */
export interface CallerOrigin {
  readonly origin?: string | undefined;
  readonly referer?: string | undefined;
  /** The owner in person, by access token: the list is about programs that hold an API key. */
  readonly isOwner?: boolean | undefined;
}
