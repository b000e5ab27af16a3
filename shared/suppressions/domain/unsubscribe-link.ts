/** What a link to unsubscribe stands for. */
export interface UnsubscribeLink {
  readonly address: string;
  readonly topic: string;
  /** The mail that has the link. */
  readonly notificationId: string;
}

/** The path of the page to unsubscribe, below the address of the deployment (D45a). */
export const UNSUBSCRIBE_PATH = "/u/";
