import type { Schemas } from "../../api/schemas.ts";
import type { Tone } from "../../explain/tone.ts";
import { keyStateOf } from "./lifetimes.ts";

export type ApiKey = Schemas["ApiKey"];
type May = NonNullable<ApiKey["may"]>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A key that expires within this time shows a warning. */
const SOON_DAYS = 14;

const MAY_TEXT = {
  "notifications:send": "send notifications",
  "notifications:read": "read notifications",
  "conversations:read": "read conversations",
  "conversations:reply": "answer customers",
  "attachments:write": "upload attachments",
  "events:read": "read events",
  "templates:read": "read templates",
} as const satisfies Readonly<Record<May[number], string>>;

/** The permissions of a key for which none were chosen. Such a key may call every route that takes API keys. */
const USUAL = Object.keys(MAY_TEXT).filter((one) => one !== "templates:read");

/** Gives texts such as `Send notifications, read events`, or `Everything`. */
export function mayText(may: May = []): string {
  const given: readonly string[] = may;
  if (USUAL.every((one) => given.includes(one))) return "Everything";
  const text = may.map((one) => MAY_TEXT[one]).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
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
