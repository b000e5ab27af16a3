import type { Schemas } from "../../api/schemas.ts";
import type { Mood } from "../../explain/mood.ts";
import { keyStateOf } from "./lifetimes.ts";

export type ApiKey = Schemas["ApiKey"];
type May = NonNullable<ApiKey["may"]>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An end is a warning so long before. */
const SOON_DAYS = 14;

const MAY_TEXT = {
  notifications: "send notifications",
  conversations: "answer customers",
  events: "read events",
  mcp: "work as an agent",
} as const satisfies Readonly<Record<May[number], string>>;

/** `Send notifications, read events`; `Everything` for all that there is. */
export function mayText(may: May = []): string {
  if (may.length === Object.keys(MAY_TEXT).length) return "Everything";
  const text = may.map((one) => MAY_TEXT[one]).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** All of it in words, for those who wonder what everything is. */
export const mayInFull = (may: May = []): string => may.map((one) => MAY_TEXT[one]).join(", ");

/** Its first and last characters; a key that was made before the last ones were kept shows the first ones. */
export const keyText = ({ prefix, last_four = "" }: ApiKey): string => `${prefix}…${last_four}`;

/** Whether programs can use it. `now` in epoch milliseconds. */
export const isUsable = (key: ApiKey, now: number): boolean => {
  const state = keyStateOf(key, now);
  return state === "active" || state === "expiring";
};

export interface KeyStatus {
  readonly text: string;
  readonly mood: Mood;
}

export function statusOf(key: ApiKey, now: number): KeyStatus {
  const state = keyStateOf(key, now);
  if (state === "revoked") return { text: "Revoked", mood: "off" };
  if (state === "expired") return { text: "Expired", mood: "off" };
  const left = Date.parse(key.expires_at ?? "") - now;
  if (key.replaced_at !== undefined) return { text: `Replaced, ends in ${leftText(left)}`, mood: "wait" };
  if (state === "active" || left > SOON_DAYS * DAY_MS) return { text: "Active", mood: "ok" };
  return { text: `${leftText(left)} left`, mood: "part" };
}

function leftText(ms: number): string {
  const [count, unit] = ms < 2 * DAY_MS ? [Math.ceil(ms / HOUR_MS), "hour"] : [Math.floor(ms / DAY_MS), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

/** `12 February 2027`, in the reader's time zone. */
export const dayText = (at: string): string => day.format(new Date(at));
