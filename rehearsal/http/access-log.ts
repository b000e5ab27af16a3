import type { Deployed } from "../resources/deployed.ts";
import { isRecord } from "../template/intrinsics.ts";
import type { Answer } from "./message.ts";

export interface Logged {
  readonly key: string;
  readonly requestId: string;
  readonly answer: Answer;
}

/** Returns the line that a stage would log for a request if that line is not valid JSON, and otherwise undefined. */
export function brokenLogLine(stage: Deployed, logged: Logged): string | undefined {
  const line = lineOf(stage, logged);
  return isJson(line) ? undefined : line;
}

/**
 * Fills in the variables of the log format. For its own errors the gateway has two variables: the text, and the text in
 * quotes.
 */
function lineOf({ properties }: Deployed, { key, requestId, answer: { status, body } }: Logged): string {
  const settings = isRecord(properties.AccessLogSettings) ? properties.AccessLogSettings : {};
  const own = status >= 400 && body.toString().startsWith('{"message"') ? "Internal Server Error" : "-";
  const variables: Readonly<Record<string, string>> = {
    requestId,
    requestTimeEpoch: String(Date.now()),
    routeKey: key,
    status: String(status),
    responseLength: String(body.length),
    "error.message": own,
    "error.messageString": own === "-" ? "-" : JSON.stringify(own),
  };
  return String(settings.Format).replaceAll(/\$context\.([A-Za-z.]+)/g, (_, name: string) => variables[name] ?? "-");
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
