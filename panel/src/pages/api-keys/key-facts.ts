import type { Schemas } from "../../api/schemas.ts";
import type { Tone } from "../../explain/tone.ts";
import { MAY_TEXT, USUAL } from "./key-purposes.ts";
import { keyStateOf } from "./lifetimes.ts";

export type ApiKey = Schemas["ApiKey"];
type May = NonNullable<ApiKey["may"]>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A key that expires within this time shows a warning. */
const SOON_DAYS = 14;

const SHORT_TEXT = {
  "notifications:send": "send notifications",
  "notifications:read": "read notifications",
  "conversations:read": "read conversations",
  "conversations:reply": "answer customers",
  "attachments:write": "upload files",
  "events:read": "read events",
  "templates:read": "read templates",
} as const satisfies Readonly<Record<May[number], string>>;

/** Gives texts such as `Send notifications, read events`, or `Everything`. */
export function mayText(may: May = []): string {
  if (USUAL.every((one) => may.includes(one))) return "Everything";
  const text = may.map((one) => SHORT_TEXT[one]).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const count = new Intl.NumberFormat("en");
const SHOWN_PATTERNS = 2;

/** Gives texts such as `120 of 500 today, to *@example.com, with approval`; undefined for a key without limits. */
export function limitsText({ limits, approval, used_today: used = 0 }: ApiKey): string | undefined {
  const { per_day: perDay, recipients = [] } = limits ?? {};
  const more = recipients.length - SHOWN_PATTERNS;
  const to = recipients.slice(0, SHOWN_PATTERNS).join(", ");
  const parts = [
    ...(perDay === undefined ? [] : [`${count.format(used)} of ${count.format(perDay)} today`]),
    ...(to === "" ? [] : [`to ${to}${more > 0 ? ` and ${more} more` : ""}`]),
    ...(approval === undefined ? [] : ["with approval"]),
  ];
  return parts.length > 0 ? parts.join(", ") : undefined;
}

/** Lists every permission, for the tooltip of `Everything`. */
export const mayInFull = (may: May = []): string => may.map((one) => MAY_TEXT[one]).join(", ");

/** Shows the first and last characters of a key. Of an old key the last characters may not be stored. */
export const keyText = ({ prefix, last_four = "" }: ApiKey): string => `${prefix}…${last_four}`;

/** Says whether programs can use the key. `now` is in epoch milliseconds. */
export const isUsable = (key: ApiKey, now: number): boolean => {
  const state = keyStateOf(key, now);
  return state === "active" || state === "expiring";
};

export interface KeyStatus {
  readonly text: string;
  readonly tone: Tone;
}

export function statusOf(key: ApiKey, now: number): KeyStatus {
  const state = keyStateOf(key, now);
  if (state === "revoked") return { text: "Revoked", tone: "off" };
  if (state === "expired") return { text: "Expired", tone: "off" };
  const left = Date.parse(key.expires_at ?? "") - now;
  if (key.replaced_at !== undefined) return { text: `Replaced, ends in ${leftText(left)}`, tone: "wait" };
  if (state === "active" || left > SOON_DAYS * DAY_MS) return { text: "Active", tone: "ok" };
  return { text: `${leftText(left)} left`, tone: "part" };
}

function leftText(ms: number): string {
  const [count, unit] = ms < 2 * DAY_MS ? [Math.ceil(ms / HOUR_MS), "hour"] : [Math.floor(ms / DAY_MS), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

/** Gives a date such as `12 February 2027`, in the reader's time zone. */
export const dayText = (at: string): string => day.format(new Date(at));
