import type { Schemas } from "../../api/schemas.ts";
import type { Spreadsheet } from "../../csv/write-csv.ts";

export type Suppression = Schemas["Suppression"];
export type Reason = Suppression["reason"];

export const REASON_TEXT: Readonly<Record<Reason, string>> = {
  bounce: "Bounced",
  complaint: "Complained",
  unsubscribe: "Unsubscribed",
  manual: "By hand",
};
export const REASONS = ["bounce", "complaint", "unsubscribe", "manual"] as const satisfies readonly Reason[];
export const isReason = (text: string): text is Reason => REASONS.some((reason) => reason === text);
export const REASON_CHOICES = REASONS.map((reason) => ({ value: reason, label: REASON_TEXT[reason] }));

/** Only these reasons may be limited to a topic. */
const WITH_TOPIC: readonly string[] = ["unsubscribe", "manual"] satisfies readonly Reason[];
export const mayHaveTopic = (reason: string): boolean => WITH_TOPIC.includes(reason);

/** The filters in the query of the page's address. */
export interface Filters {
  /** The text in the search box, which need not be a whole address. */
  readonly q?: string;
  readonly reason?: Reason;
}

/** Reads the filters from an address and ignores misspelt ones. */
export function filtersIn(search: URLSearchParams): Filters {
  const q = search.get("q")?.trim();
  const reason = REASONS.find((one) => one === search.get("reason"));
  return { ...(q && { q }), ...(reason && { reason }) };
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const PHONE = /^\+[1-9]\d{6,14}$/;

/** Reads a whole address or number; people write numbers with spaces. The service finds nothing by a part of one. */
export function recipientIn(text: string): string | undefined {
  const typed = text.trim();
  const compact = typed.startsWith("+") ? typed.replaceAll(/[\s().-]/g, "") : typed;
  return EMAIL.test(compact) || PHONE.test(compact) ? compact : undefined;
}

export const pathOf = (recipient: string): string => `/suppressions?q=${encodeURIComponent(recipient)}`;

export const SUPPRESSIONS: Spreadsheet<Suppression> = {
  name: "suppressions",
  columns: {
    recipient: ({ recipient }) => recipient,
    reason: ({ reason }) => reason,
    topic: ({ topic }) => topic,
    created_at: (row) => row.created_at,
    channel: ({ channel }) => channel,
    notification_id: (row) => row.notification_id,
    response: ({ response }) => response,
    id: ({ id }) => id,
  },
};
