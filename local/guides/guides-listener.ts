import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { builtGuides } from "../../lib/guides-build.ts";
import { GUIDES_HEADERS, GUIDES_ROOT, guidesFile } from "../../lib/guides-site.ts";
import { filesByPath, typeOf } from "../site-files.ts";

/** Files by their path below the guides' address. */
type Site = ReadonlyMap<string, Buffer>;

interface Wanted {
  readonly path: string;
  readonly site: Site;
  readonly addresses: Addresses;
}

/** Maps the usual port of each part, which the guides mention, to its real address. */
export type Addresses = Readonly<Record<string, string>>;

export interface GuidesOptions {
  readonly load?: () => Promise<Site>;
  /** Called for every request, because the addresses become known after the listener is made. */
  readonly addresses?: () => Addresses;
}

/** Reading a finished build of the guides takes less than this time; building the guides takes seconds. */
const PATIENCE_MS = 500;
const BEING_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>The guides are being built</title></head>
<body><h1>The guides are being built</h1><p>This happens once after they have changed and takes some ten seconds. The page then shows by itself.</p></body></html>
`;

/** The site generator writes this page for addresses that do not exist. */
const MISSING = "/404.html";
const isForPeople = (request: IncomingMessage): boolean => request.headers.accept?.includes("text/html") ?? false;

const TEXT = /^(?:text|application)\/(?:html|javascript|json)/;
const USUAL_ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)/g;
const atRealAddresses = (text: string, addresses: Addresses): string =>
  text.replace(USUAL_ADDRESS, (address, port: string) => addresses[port] ?? address);

/** Serves the guides. They are built at the first request, so that a start does not wait for them. */
export function guidesListener({
  load = loadSite,
  addresses = () => ({}),
}: GuidesOptions = {}): (path: string) => RequestListener | undefined {
  let loading: Promise<Site> | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    loading ??= load();
    // Programs wait until the guides are built; people get a page that says that the guides are being built.
    const site = await (isForPeople(request) ? Promise.race([loading, setTimeout(PATIENCE_MS, undefined)]) : loading);
    if (site === undefined) sendWaiting(response);
    else respond(request, response, { path, site, addresses: addresses() });
  };
  return (path) => {
    if (path !== GUIDES_ROOT && !path.startsWith(`${GUIDES_ROOT}/`)) return undefined;
    return (request, response) => {
      request.resume();
      answer(request, response, path).catch((error: unknown) => {
        // The next request tries again, so the reader can fix the problem without a restart.
        loading = undefined;
        process.stderr.write(`herald: the guides cannot be shown: ${String(error)}\n`);
        sendJson(response, 500, { error: "internal error" });
      });
    };
  };
}

const loadSite = async (): Promise<Site> => filesByPath(join(await builtGuides(), GUIDES_ROOT));

function respond(request: IncomingMessage, response: ServerResponse, { path, site, addresses }: Wanted): void {
  const name = guidesFile(path.slice(GUIDES_ROOT.length));
  const bytes = site.get(name);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead) sendJson(response, 405, { error: "method not allowed" }, { allow: "GET" });
  else if (path === GUIDES_ROOT) redirect(response);
  else if (bytes === undefined) sendMissing(request, response, site);
  else {
    const type = typeOf(name);
    const real = TEXT.test(type) ? Buffer.from(atRealAddresses(bytes.toString(), addresses)) : bytes;
    send(response, 200, { type, bytes: real, isHead: request.method === "HEAD" });
  }
}

interface Content {
  readonly type: string;
  readonly bytes: Buffer;
  readonly isHead?: boolean;
}

function send(
  response: ServerResponse,
  status: number,
  { type, bytes, isHead = false }: Content,
  more: Record<string, string> = {},
): void {
  const length = { "content-length": String(bytes.length), "content-type": type };
  response.writeHead(status, { ...GUIDES_HEADERS, ...length, "x-request-id": randomUUID(), ...more });
  response.end(isHead ? undefined : bytes);
}

/** People get a page that leads back to the guides. */
function sendMissing(request: IncomingMessage, response: ServerResponse, site: Site): void {
  const page = isForPeople(request) ? site.get(MISSING) : undefined;
  if (page === undefined) sendJson(response, 404, { error: "not found" });
  else send(response, 404, { type: typeOf(MISSING), bytes: page, isHead: request.method === "HEAD" });
}

const sendWaiting = (response: ServerResponse): void =>
  send(response, 202, { type: typeOf("index.html"), bytes: Buffer.from(BEING_BUILT) }, { refresh: "1" });

function redirect(response: ServerResponse): void {
  const headers = { ...GUIDES_HEADERS, location: `${GUIDES_ROOT}/`, "x-request-id": randomUUID() };
  response.writeHead(302, headers).end();
}

function sendJson(response: ServerResponse, status: number, body: unknown, more: Record<string, string> = {}): void {
  const headers = { "content-type": "application/json", "x-request-id": randomUUID(), ...more };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
