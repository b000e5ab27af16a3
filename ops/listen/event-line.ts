import type { HeraldEvent } from "../../client/src/herald.ts";

type Data = Readonly<Record<string, unknown>>;

/** Fields that tell a person what an event is about, of each kind of event's data. */
const TELLING = ["recipient", "name", "label", "url", "status", "remote_status", "reason", "disabled_reason"];
const TYPE_WIDTH = 25;
/** Customers choose some of the texts: none of them may write to the terminal by itself. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const isData = (value: unknown): value is Data => typeof value === "object" && value !== null;

function partsOf(data: Data): readonly unknown[] {
  const { conversation, message } = data;
  if (isData(conversation) && isData(message)) return [conversation.customer_phone, message.message_type];
  return TELLING.map((name) => data[name]);
}

/** One line: when, which type, which event, and whom or what it is about. */
export function eventLine({ id, type, timestamp, data }: HeraldEvent): string {
  const about = partsOf({ ...data }).filter((part) => typeof part === "string" && part !== "");
  return [timestamp, type.padEnd(TYPE_WIDTH), id, ...about].join("  ").replace(UNSEEN, "?");
}
