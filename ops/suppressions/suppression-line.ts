import type { Suppression } from "../../client/src/herald.ts";
import { shownText } from "../shell/shown-text.ts";

const REASON_WIDTH = "unsubscribe".length;

/** Formats a suppression as one line: when, reason, id, recipient, topic, and the words of the server that led to it. */
export function suppressionLine({ created_at: at, reason, id, recipient, topic, response }: Suppression): string {
  const more = [topic && `topic ${topic}`, response].filter((part) => part !== undefined && part !== "");
  return shownText([at, reason.padEnd(REASON_WIDTH), id, recipient, ...more].join("  "));
}
