/** The service's own words for a failure that no provider told of: a notification keeps them as its last error. A channel has its own beside. */
export const CAUSES = {
  /** Nobody can send what is not there. */
  content_expired: "the content of the notification is not stored, or not any more",
  /** While a table, the content bucket or the key service does not answer. */
  service_unavailable: "not tried yet: a service that the delivery needs does not answer",
  /** Every worker that took the notification crashed. */
  delivery_crashed: "delivery was given up: it crashed the worker repeatedly",
  /** Every attempt was used up by workers that died. */
  delivery_interrupted: "delivery was interrupted on every attempt",
} as const;
