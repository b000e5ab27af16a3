import type { components } from "../api-types.ts";
import type { Fields } from "./given.ts";

type Email = components["schemas"]["EmailNotificationRequest"];

/** Of a notification of any channel. */
export interface SendOptionFields extends Fields<Email, "metadata"> {
  /** When to send it: RFC 3339, or a Date; at most 90 days ahead. A past time means now. */
  readonly send_at?: string | Date;
}
