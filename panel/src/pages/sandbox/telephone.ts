import type { Schemas } from "../../api/schemas.ts";
import { type Message, messageText } from "../conversations/message-text.ts";

type Received = Schemas["SandboxChatMessage"];

/** A message on the telephone of a customer of test mode. */
export interface TelephoneMessage {
  readonly id: string;
  readonly at: string;
  /** True for what the customer wrote. */
  readonly isOwn: boolean;
  readonly text: string;
  /** The filled template, where the history of the conversation knows it. */
  readonly rendered?: Message["rendered"];
  /** The platform's message object, for what the customer got. */
  readonly raw?: Received["message"];
  readonly notificationId?: string;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fieldsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Every text of a template's parameters, in their order. */
const parametersIn = ({ components }: Fields): readonly string[] =>
  fieldsIn(components)
    .flatMap(({ parameters }) => fieldsIn(parameters))
    .flatMap(({ text }) => (typeof text === "string" ? [text] : []));

/** Says in words what the platform would show of a message object. */
export function textOf(message: Fields): string {
  const type = typeof message.type === "string" ? message.type : "";
  const content = message[type];
  const payload = isFields(content) ? content : {};
  if (type !== "template") return messageText({ message_type: type, payload }) || kindOf(type, payload);
  const values = parametersIn(payload).join(", ");
  return `Template “${String(payload.name)}”${values && `: ${values}`}`;
}

const kindOf = (type: string, { filename, link }: Fields): string => {
  const name = [filename, link].find((one) => typeof one === "string");
  return name === undefined ? `A file (${type})` : String(name);
};

/** Puts what a customer got and wrote into the order of the telephone, oldest first. */
export function telephoneOf(got: readonly Received[], history: readonly Message[]): readonly TelephoneMessage[] {
  const known = new Map(history.map((message) => [String(message.payload.notification_id ?? message.id), message]));
  const received = got.map(({ id, sent_at: at, notification_id: notificationId, message }): TelephoneMessage => {
    const rendered = known.get(notificationId)?.rendered;
    return { id, at, isOwn: false, text: textOf(message), raw: message, notificationId, ...(rendered && { rendered }) };
  });
  const wrote = history
    .filter(({ direction }) => direction === "inbound")
    .map((message): TelephoneMessage => {
      const text = messageText(message) || kindOf(message.message_type, message.payload);
      return { id: message.id, at: message.occurred_at, isOwn: true, text };
    });
  return [...received, ...wrote].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** The numbers that have a meaning in test mode (D48d). */
export const SPECIAL_NUMBERS = [
  { phone: "+15005550001", meaning: "The provider refuses it" },
  { phone: "+15005550009", meaning: "Taken, then reported as undeliverable" },
] as const;

/** Reads a number as people type it; undefined for a text that is no number in E.164. */
export function phoneIn(text: string): string | undefined {
  const digits = text.replaceAll(/[\s().-]/g, "");
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

interface Written {
  readonly type: string;
  readonly without_phone: boolean;
  readonly [field: string]: unknown;
}

export const textMessage = (body: string): Written => ({ type: "text", without_phone: false, text: { body } });

/** Reads a message of any type from JSON; undefined for a text that is none. */
export function jsonMessage(text: string): Written | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isFields(parsed) || typeof parsed.type !== "string") return undefined;
    return { without_phone: false, ...parsed, type: parsed.type };
  } catch {
    return undefined;
  }
}
