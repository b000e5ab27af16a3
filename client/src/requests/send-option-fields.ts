import type { components } from "../api-types.ts";
import type { Fields } from "./given.ts";

type Email = components["schemas"]["EmailNotificationRequest"];

/** The fields that notifications of every channel may have. */
export interface SendOptionFields extends Fields<Email, "metadata"> {
  /** The time at which to send the notification, as RFC 3339 or a Date, at most 90 days ahead. A past time means now. */
  readonly send_at?: string | Date;
}
