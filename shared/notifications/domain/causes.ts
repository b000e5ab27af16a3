/** These texts become the last error when no provider reported the failure. Each channel has more of its own. */
export const CAUSES = {
  content_expired: "the content of the notification is not stored, or not any more",
  /** The reason and the day of the suppression follow. */
  recipient_suppressed: "recipient is suppressed",
  /** This cause is given while a table, the content bucket or the key service does not answer. */
  service_unavailable: "not tried yet: a service that the delivery needs does not answer",
  /** This cause is given when every worker that took the notification crashed. */
  delivery_crashed: "delivery was given up: it crashed the worker repeatedly",
  /** This cause is given when the workers of all attempts died. */
  delivery_interrupted: "delivery was interrupted on every attempt",
} as const;
