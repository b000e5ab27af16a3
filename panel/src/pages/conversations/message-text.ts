import type { Schemas } from "../../api/schemas.ts";
import { shownText } from "../../components/shown-text.ts";

export type Message = Schemas["PanelChatMessage"];
export type Conversation = Schemas["PanelConversation"];

/** Shows the number in E.164 format, or says that it is hidden. */
export const phoneText = ({ customer_phone: phone }: Pick<Conversation, "customer_phone">): string =>
  phone || "Number hidden";

/** Shows the customer's name where it is known, else the number. */
export const customerTitle = ({
  customer_name: name,
  customer_phone,
}: Pick<Conversation, "customer_name" | "customer_phone">): string => shownText(name) || phoneText({ customer_phone });

type Fields = Readonly<Record<string, unknown>>;

const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value : "";
};

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

const MEDIA = ["image", "video", "audio", "document", "sticker"] as const;
export type MediaType = (typeof MEDIA)[number];

/** The kind of file that a message carries; undefined for a message without one. */
export const mediaTypeOf = ({ message_type: type }: Pick<Message, "message_type">): MediaType | undefined =>
  MEDIA.find((one) => one === type);

/** Says whether the service has the file. A link to another site is no such file. */
export const hasOwnMedia = ({ payload }: Pick<Message, "payload">): boolean =>
  ["id", "media_id"].some((name) => textOf(payload, name) !== "");

type Read = (payload: Fields) => string;

const place: Read = (payload) =>
  [textOf(payload, "name"), textOf(payload, "address"), `${payload.latitude}, ${payload.longitude}`]
    .filter(Boolean)
    .join("\n");

const chosen: Read = (payload) => {
  const answer = { ...fieldsOf(payload.button_reply), ...fieldsOf(payload.list_reply) };
  return textOf(answer, "title") || textOf(payload, "text");
};

const template: Read = (payload) => {
  const values = Object.values(fieldsOf(payload.values)).map(String).join(", ");
  return `Template “${textOf(payload, "name")}”${values && `: ${values}`}`;
};

const reaction: Read = (payload) => textOf(payload, "emoji") || "took a reaction back";

/** Shows a shared contact with its formatted name and telephone numbers. */
const cardText = (card: Fields): string => {
  const phones = listOf(card.phones).map((one) => textOf(one, "phone"));
  return [textOf(fieldsOf(card.name), "formatted_name"), ...phones].filter(Boolean).join(", ");
};

const contacts: Read = (payload) =>
  ["Shared contacts", ...listOf(payload.contacts).map(cardText)].filter(Boolean).join("\n");

/** The keys are the platform's message types. A map is safe for unknown types, such as one called `constructor`. */
const TEXT_OF_TYPE: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["text", (payload) => textOf(payload, "body")],
  ["location", place],
  ["reaction", reaction],
  ["button", chosen],
  ["interactive", chosen],
  ["template", template],
  ["contacts", contacts],
  ["order", () => "An order"],
]);

/** Shows the content of a message as plain text; markup of the customer is never interpreted. */
export function messageText({ message_type: type, payload }: Pick<Message, "message_type" | "payload">): string {
  if (mediaTypeOf({ message_type: type })) return textOf(payload, "caption");
  return TEXT_OF_TYPE.get(type)?.(payload) || `A message of the type “${type}”`;
}

/** These texts stand for messages without a text. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["image", "A picture"],
  ["video", "A video"],
  ["audio", "A recording"],
  ["document", "A document"],
  ["sticker", "A sticker"],
  ["location", "A place"],
  ["reaction", "A reaction"],
  ["template", "A template"],
  ["contacts", "Shared contacts"],
  ["order", "An order"],
]);
export const kindText = (type: string): string => KINDS.get(type) ?? `A message of the type “${type}”`;

export const filenameOf = ({ payload }: Pick<Message, "payload">): string => textOf(payload, "filename");

/** Returns the link that was sent instead of a file. */
export const linkOf = ({ payload }: Pick<Message, "payload">): string => textOf(payload, "link");

export const notificationOf = ({ payload }: Pick<Message, "payload">): string => textOf(payload, "notification_id");

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_DAYS = 6;
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short" });
const shortDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const longDay = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const anyDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

export const clockText = (at: string): string => clock.format(new Date(at));
export const dateText = (at: string): string => anyDay.format(new Date(at));

const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

/** Counts whole days in the reader's time zone, 0 for today; days of 23 and 25 hours count as one. */
const daysAgo = (at: string, nowMs: number): number =>
  Math.round((midnight(nowMs) - midnight(Date.parse(at))) / DAY_MS);

/** Gives `14:05` today, `Sat` within a week, else `18 Nov`. */
export function shortTime(at: string, nowMs: number): string {
  const days = daysAgo(at, nowMs);
  if (days <= 0) return clockText(at);
  return (days <= WEEK_DAYS ? weekday : shortDay).format(new Date(at));
}

/** Names a day: `Today`, `Yesterday`, `Friday 20 November`, and with the year when it is not this one. */
export function dayText(at: string, nowMs: number): string {
  const days = daysAgo(at, nowMs);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  const isThisYear = new Date(at).getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? longDay : anyDay).format(new Date(at)).replace(",", "");
}

/** Takes the initials of the first two parts of a name, or the last digits of a number. */
export function initialsOf({ customer_name, customer_phone }: Parameters<typeof customerTitle>[0]): string {
  const name = shownText(customer_name);
  if (name === "") return customer_phone.slice(-2);
  const initials = name.split(/\s+/u).map((part) => [...part].find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? "");
  return initials.filter(Boolean).slice(0, 2).join("").toUpperCase();
}

/** Gives `5 h 12 min`, rounded up to the minute; empty when the time is over. */
export function timeLeft(expiresAt: string, nowMs: number): string {
  const left = Math.ceil((Date.parse(expiresAt) - nowMs) / MINUTE_MS);
  if (left <= 0) return "";
  const hours = Math.floor(left / 60);
  return hours > 0 ? `${hours} h ${left % 60} min` : `${left} min`;
}
