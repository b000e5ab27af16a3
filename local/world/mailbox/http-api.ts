import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { foreignPage } from "../../own-host.ts";
import type { ChangeStream } from "./change-stream.ts";
import type { MessageStore, StoredMessage } from "./message-store.ts";
import { messageFile, messageHtml, messageSummaryView, messageView } from "./message-view.ts";
import { MAIL_HTML_POLICY, PAGE_POLICY, type PageFile } from "./web-page.ts";

export interface HttpApiDeps {
  store: MessageStore;
  changes: ChangeStream;
  page: ReadonlyMap<string, PageFile>;
}

interface Call extends HttpApiDeps {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** The values of `{id}` and `{n}` in the path of the request. */
  id: string;
  index: number;
}

type Method = "GET" | "DELETE";

interface Route {
  path: RegExp;
  methods: Partial<Record<Method, (call: Call) => void | Promise<void>>>;
}

const listQuery = z.object({
  to: z.string().optional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(1000))
    .default(50),
});

const ROUTES: readonly Route[] = [
  { path: /^\/api\/messages$/, methods: { GET: listMessages, DELETE: deleteMessages } },
  { path: /^\/api\/messages\/(?<id>[^/]+)$/, methods: { GET: forMessage(showMessage) } },
  { path: /^\/api\/messages\/(?<id>[^/]+)\/raw$/, methods: { GET: forMessage(showRaw) } },
  { path: /^\/api\/messages\/(?<id>[^/]+)\/html$/, methods: { GET: forMessage(showHtml) } },
  { path: /^\/api\/messages\/(?<id>[^/]+)\/attachments\/(?<index>\d{1,3})$/, methods: { GET: forMessage(showFile) } },
  { path: /^\/api\/events$/, methods: { GET: followChanges } },
  { path: /^\/[^/]*$/, methods: { GET: showPage } },
];

/** Answers a request to the mailbox's web page or HTTP API (M-mails). Errors are `{"error"}` in JSON. */
export async function answerRequest(
  deps: HttpApiDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "no-referrer");
  const foreign = foreignPage(request.headers);
  if (foreign) return sendError(response, foreign.status, foreign.error);
  const url = new URL(`http://mailbox${request.url?.startsWith("/") ? request.url : "/-"}`);
  const route = ROUTES.find(({ path }) => path.test(url.pathname));
  if (!route || isUnknownFile(url.pathname, deps)) return sendError(response, 404, "not found");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const answer = method === "GET" || method === "DELETE" ? route.methods[method] : undefined;
  if (!answer) {
    response.setHeader("allow", allowedMethods(route));
    return sendError(response, 405, "method not allowed");
  }
  const { id = "", index } = route.path.exec(url.pathname)?.groups ?? {};
  await answer({ ...deps, request, response, url, id, index: Number(index) });
}

function isUnknownFile(path: string, { page }: HttpApiDeps): boolean {
  return !path.startsWith("/api/") && !page.has(path);
}

function allowedMethods({ methods }: Route): string {
  return Object.keys(methods)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
}

function listMessages({ store, response, url }: Call): void {
  // An empty value counts as absent: `?to=&limit=` lists everything.
  const given = Object.fromEntries([...url.searchParams].filter(([, value]) => value !== ""));
  const query = listQuery.safeParse(given);
  if (query.success) sendJson(response, 200, { messages: store.list(query.data).map(messageSummaryView) });
  else sendError(response, 400, "limit must be a whole number from 1 to 1000");
}

function deleteMessages({ store, response }: Call): void {
  store.clear();
  response.writeHead(204).end();
}

function forMessage(answer: (message: StoredMessage, response: ServerResponse, index: number) => void | Promise<void>) {
  return async ({ store, response, id, index }: Call) => {
    const message = /^[1-9]\d{0,14}$/.test(id) ? store.find(Number(id)) : undefined;
    if (message) await answer(message, response, index);
    else sendError(response, 404, "message not found");
  };
}

async function showMessage(message: StoredMessage, response: ServerResponse): Promise<void> {
  sendJson(response, 200, await messageView(message));
}

function showRaw(message: StoredMessage, response: ServerResponse): void {
  response.setHeader("content-security-policy", MAIL_HTML_POLICY);
  send(response, { status: 200, contentType: "message/rfc822", bytes: message.raw });
}

async function showHtml(message: StoredMessage, response: ServerResponse): Promise<void> {
  response.setHeader("content-security-policy", MAIL_HTML_POLICY);
  const bytes = Buffer.from(await messageHtml(message));
  send(response, { status: 200, contentType: "text/html; charset=utf-8", bytes });
}

/** The file must be downloaded and never shown, because it may be a page with scripts. */
async function showFile(message: StoredMessage, response: ServerResponse, index: number): Promise<void> {
  const file = await messageFile(message, index);
  if (file === undefined) return sendError(response, 404, "attachment not found");
  const name = encodeURIComponent(file.filename.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  response.setHeader("content-security-policy", MAIL_HTML_POLICY);
  response.setHeader("content-disposition", `attachment; filename*=UTF-8''${name}`);
  const contentType = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/i.test(file.contentType)
    ? file.contentType
    : "application/octet-stream";
  send(response, { status: 200, contentType, bytes: file.bytes });
}

function followChanges({ changes, request, response }: Call): void {
  if (request.method === "HEAD") send(response, { status: 200, contentType: "text/event-stream", bytes: Buffer.of() });
  else if (!changes.attach(response)) sendError(response, 503, "too many listeners");
}

function showPage({ page, response, url }: Call): void {
  const file = page.get(url.pathname);
  response.setHeader("content-security-policy", PAGE_POLICY);
  if (file) send(response, { status: 200, ...file });
  else sendError(response, 404, "not found");
}

export function sendError(response: ServerResponse, status: number, error: string): void {
  sendJson(response, status, { error });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, { status, contentType: "application/json; charset=utf-8", bytes: Buffer.from(JSON.stringify(body)) });
}

function send(response: ServerResponse, answer: { status: number; contentType: string; bytes: Uint8Array }): void {
  const { status, contentType, bytes } = answer;
  response.writeHead(status, {
    "content-type": contentType,
    "content-length": bytes.byteLength,
    "cache-control": "no-store",
  });
  response.end(bytes);
}
