import type { HeraldEvent } from "../../client/src/herald.ts";
import { shownText } from "../shell/shown-text.ts";

type Data = Readonly<Record<string, unknown>>;

/** These fields of event data tell a person what an event is about. */
const TELLING = ["recipient", "name", "label", "url", "status", "remote_status", "reason", "disabled_reason"];
const TYPE_WIDTH = 25;

const isData = (value: unknown): value is Data => typeof value === "object" && value !== null;

function partsOf(data: Data): readonly unknown[] {
  const { conversation, message } = data;
  if (isData(conversation) && isData(message)) return [conversation.customer_phone, message.message_type];
  return TELLING.map((name) => data[name]);
}

/** Formats an event as one line with its time, type and id and the fields that tell what it is about. */
export function eventLine({ id, type, timestamp, data }: HeraldEvent): string {
  const about = partsOf({ ...data }).filter((part) => typeof part === "string" && part !== "");
  return shownText([timestamp, type.padEnd(TYPE_WIDTH), id, ...about].join("  "));
}
