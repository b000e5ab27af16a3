import type { ExpandedNotification, NotificationPage, NotificationTimeline } from "../../client/src/herald.ts";
import { shownText } from "../../ops/shell/shown-text.ts";

type Listed = NotificationPage["notifications"][number];

const STATUS_WIDTH = 10;

/** Formats a notification as one line: when it was accepted, its status, its id, whom it goes to, and the last error. */
export const notificationLine = ({
  created_at: at,
  status,
  id,
  recipient = "-",
  last_error: error = "",
}: Listed): string => shownText([at, status.padEnd(STATUS_WIDTH), id, recipient, error].join("  ").trimEnd());

type Told = NotificationTimeline["timeline"][number];

/** Formats an event of a timeline as one line. */
const eventLine = ({ at, event, recipient, notification_id: again, response, code }: Told): string =>
  shownText([at, event, recipient, again, response ?? code].filter((part) => part !== undefined).join("  "));

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.values(value).map(textOf).join(" ");
};

/** Lists what was sent, each field as a name and a value. */
const requestLines = (request: ExpandedNotification["request"]): readonly string[] => {
  const fields = Object.entries(request);
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => shownText(`${name.padEnd(width)}  ${textOf(value)}`));
};

/**
 * Formats all that is known of a notification: its state, what was sent, what happened, and why the state is as it is.
 */
export function notificationText(
  { status, id, resent_from: from, resent_as: again, request }: ExpandedNotification,
  { timeline, explanation }: NotificationTimeline,
): string {
  const repeats = [...(from === undefined ? [] : [`repeats ${from}`]), ...again.map((one) => `sent again as ${one}`)];
  const paragraphs = [
    [`${status}  ${id}`, ...repeats],
    requestLines(request),
    timeline.map(eventLine),
    [explanation.summary, explanation.what_to_do],
  ];
  return paragraphs.map((lines) => lines.join("\n")).join("\n\n");
}
