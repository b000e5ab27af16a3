import type { IncomingHttpHeaders } from "node:http";

const OWN_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "localhost"]);

export interface ForeignPage {
  readonly status: 403 | 421;
  readonly error: string;
}

/**
 * Says whether a request names this machine. A web page that reaches us under another name has made that name point
 * here (DNS rebinding).
 */
export const isOwnHost = ({ host = "" }: IncomingHttpHeaders): boolean =>
  OWN_NAMES.has(host.split(":")[0]?.toLowerCase() ?? "");

/** Returns why a request of a foreign web page is refused, or undefined if it is not one. */
export function foreignPage(headers: IncomingHttpHeaders): ForeignPage | undefined {
  const { origin } = headers;
  if (!isOwnHost(headers)) return { status: 421, error: "unknown host" };
  if (origin === undefined || OWN_NAMES.has(URL.parse(origin)?.hostname ?? "")) return undefined;
  return { status: 403, error: "requests from other sites are refused" };
}
