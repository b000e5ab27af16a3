import { styleText } from "node:util";
import { logLine } from "../ops/trace/log-line.ts";
import { routes } from "../shared/routes.ts";

// Functions log JSON for programs. This file turns the lines into readable ones for a person at the terminal.

type Colour = (style: "dim" | "green" | "red" | "yellow", text: string) => string;

const COLOURED: Colour = (style, text) => styleText(style, text, { validateStream: false });
const PLAIN: Colour = (_style, text) => text;

/** Uses colours if the terminal has them and neither NO_COLOR nor TERM=dumb is set. */
export const colourFor = (
  stream: { readonly isTTY?: boolean; getColorDepth?(env: object): number },
  env: object = process.env,
): Colour => (stream.isTTY && (stream.getColorDepth?.(env) ?? 1) > 1 ? COLOURED : PLAIN);

const ROUTES: ReadonlyMap<string, string> = new Map([
  ["jsonRpc", "POST /mcp"],
  ...routes.map(({ operationId, method, path }): [string, string] => [operationId, `${method} ${path}`]),
]);
/** Open pages of the panel send these requests every few seconds. */
const OF_PAGES = /^GET \/(?:panel|admin)\/api\//;
/** Requests of health checks and of `herald listen`, which come again and again. */
const OF_WATCHERS = /^GET \/(?:health\/|api\/v1\/events$)/;
const SECONDS = { from: 11, to: 19 } as const;
const LONGEST_FIELD = 120;

/**
 * Returns undefined for lines that tell a person nothing: measurements, inner steps and requests that open pages
 * repeat.
 */
export function terminalLine(text: string, colour: Colour): string | undefined {
  if (!text.startsWith("{")) return text;
  const line = logLine(text);
  if (line === undefined) return text.startsWith('{"_aws"') ? undefined : text;
  const { at, level, event, fields } = line;
  const time = colour("dim", new Date(at).toTimeString().slice(0, SECONDS.to - SECONDS.from));
  const said = textOf(event, fields, colour) ?? (level === "INFO" ? undefined : problemText(line, colour));
  return said === undefined ? undefined : `${time}  ${said}`;
}

type Fields = Readonly<Record<string, unknown>>;
const shown = (value: unknown): string => (value === undefined ? "" : String(value));

function textOf(event: string, fields: Fields, colour: Colour): string | undefined {
  if (event === "http.request") return requestText(fields, colour);
  return event === "notification.attempted" ? attemptText(fields, colour) : undefined;
}

function requestText({ operation, status, durationMs, id, refusal }: Fields, colour: Colour): string | undefined {
  const route = ROUTES.get(shown(operation)) ?? shown(operation);
  const isRefused = Number(status) >= 400;
  if (!isRefused && (OF_PAGES.test(route) || OF_WATCHERS.test(route))) return undefined;
  const code = colour(isRefused ? "red" : "green", shown(status));
  return joined([code, route, `${shown(durationMs)} ms`, shown(id), isRefused ? shown(refusal) : ""]);
}

/** The text to show for the status after an attempt. A notification that is pending again waits for its next attempt. */
const OUTCOMES: Readonly<Record<string, readonly ["green" | "red" | "yellow", string]>> = {
  sent: ["green", "sent"],
  submitted: ["green", "submitted"],
  pending: ["yellow", "retrying"],
  failed: ["red", "failed"],
};

function attemptText({ channel, to, attempts, answer, code, durationMs, id }: Fields, colour: Colour): string {
  const [style, word] = OUTCOMES[shown(to)] ?? ["yellow", shown(to)];
  const outcome = colour(style, word);
  const response = to === "sent" ? "" : joined([shown(answer), shown(code)], " ");
  return joined([
    outcome,
    `${shown(channel)}, attempt ${shown(attempts)}`,
    response,
    `${shown(durationMs)} ms`,
    shown(id),
  ]);
}

/** Shows everything that the line contains, for unexpected events. */
function problemText(
  { level, event, fields }: { level: string; event: string; fields: Fields },
  colour: Colour,
): string {
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${short(value)}`);
  return joined([colour(level === "WARN" ? "yellow" : "red", level.toLowerCase()), event, rest.join(" ")]);
}

function short(value: unknown): string {
  const whole = typeof value === "object" && value !== null ? objectText(value) : shown(value);
  const [text = ""] = whole.split("\n", 1);
  return text.length > LONGEST_FIELD ? `${text.slice(0, LONGEST_FIELD)}…` : text;
}

/** The stack of an error stays in the log. */
const objectText = (value: object): string =>
  "name" in value && "message" in value ? `${shown(value.name)}: ${shown(value.message)}` : JSON.stringify(value);

const joined = (parts: readonly string[], between = "  "): string => parts.filter(Boolean).join(between);
