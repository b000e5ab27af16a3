import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { GUIDES_FIRST_PAGE, GUIDES_HEADERS, GUIDES_ROOT } from "../../lib/guides-site.ts";
import type { SiteFile } from "./guides-site.ts";

type Site = ReadonlyMap<string, SiteFile>;

interface Wanted {
  readonly path: string;
  readonly site: Site;
  readonly addresses: Addresses;
}

/** Where a part listens now, by the port that the guides name: its usual one. */
export type Addresses = Readonly<Record<string, string>>;

export interface GuidesOptions {
  readonly load?: () => Promise<Site>;
  /** Asked at every request: they are known last. */
  readonly addresses?: () => Addresses;
}

const USUAL_ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)/g;
const atRealAddresses = (text: string, addresses: Addresses): string =>
  text.replace(USUAL_ADDRESS, (address, port: string) => addresses[port] ?? address);

/** Reads and renders at the first request: who starts the stack for its API does not wait for prose. */
export function guidesListener({
  load = loadSite,
  addresses = () => ({}),
}: GuidesOptions = {}): (path: string) => RequestListener | undefined {
  let site: Promise<Site> | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    site ??= load();
    respond(request, response, { path, site: await site, addresses: addresses() });
  };
  return (path) => {
    if (path !== GUIDES_ROOT && !path.startsWith(`${GUIDES_ROOT}/`)) return undefined;
    return (request, response) => {
      request.resume();
      answer(request, response, path).catch((error: unknown) => {
        // The reader mends what is wrong without starting again.
        site = undefined;
        process.stderr.write(`herald: the guides cannot be shown: ${String(error)}\n`);
        sendJson(response, 500, { error: "internal error" });
      });
    };
  };
}

async function loadSite(): Promise<Site> {
  const { guidesSite } = await import("./guides-site.ts");
  return guidesSite();
}

function respond(request: IncomingMessage, response: ServerResponse, { path, site, addresses }: Wanted): void {
  const file = site.get(path.slice(GUIDES_ROOT.length + 1));
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead) sendJson(response, 405, { error: "method not allowed" }, { allow: "GET" });
  else if (path === GUIDES_ROOT || path === `${GUIDES_ROOT}/`) redirect(response);
  else if (file === undefined) sendJson(response, 404, { error: "not found" });
  else sendFile(response, { ...file, text: atRealAddresses(file.text, addresses) }, request.method === "HEAD");
}

function sendFile(response: ServerResponse, { type, text, bytes }: SiteFile, isHead: boolean): void {
  const content = bytes ?? text;
  const length = { "content-length": String(Buffer.byteLength(content)) };
  response.writeHead(200, { ...GUIDES_HEADERS, ...length, "content-type": type, "x-request-id": randomUUID() });
  response.end(isHead ? undefined : content);
}

function redirect(response: ServerResponse): void {
  response.writeHead(302, { ...GUIDES_HEADERS, location: GUIDES_FIRST_PAGE, "x-request-id": randomUUID() }).end();
}

function sendJson(response: ServerResponse, status: number, body: unknown, more: Record<string, string> = {}): void {
  const headers = { "content-type": "application/json", "x-request-id": randomUUID(), ...more };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
