import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { MediaUploadServices } from "../../../shared/conversations/wiring.ts";
import { fallbackBehindEdge } from "../../../shared/edge/fallback-function.ts";
import type { HttpAnswer } from "../../../shared/edge/http-answer.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { pathOf, webContext, webEvent, webMatch } from "../../../shared/edge/web-event.ts";
import { routes } from "../../../shared/routes.ts";
import { BODY_LIMITS, type BodyLimits, drain } from "./request-body.ts";
import { uploadMedia } from "./upload-media.ts";
import { uploadPanelMedia } from "./upload-panel-media.ts";
import { uploadTemplateMedia } from "./upload-template-media.ts";

/** For the provider, once the body is there; below the time that the server's surroundings give it (`lib/functions.ts`). */
const AFTER_BODY_MS = 100_000;
/** In the log and in counts of failures. */
const NAME = "media-upload";
const OPERATIONS = [uploadMedia, uploadPanelMedia, uploadTemplateMedia];
const OWN_ROUTES = routes.filter(({ group }) => group === NAME);

/** Whether a path is one of this server's, whatever the method. */
export const isUploadPath = (path: string): boolean =>
  OWN_ROUTES.some((route) => webMatch(OWN_ROUTES, route.method, path) !== undefined);

/** Answers the routes of uploads in the frame of all routes, with the body left in its stream. */
export function uploadListener(services: () => MediaUploadServices, limits: BodyLimits = BODY_LIMITS): RequestListener {
  return (request, response) => {
    answer(request, services, limits)
      .then((found) => write(request, response, found))
      .catch((error: unknown) => {
        const { log, metrics } = services().frame;
        log.error("http.request_failed", error, { function: NAME });
        metrics.countFailures("server_errors", NAME);
        response.destroy();
      });
  };
}

async function answer(
  request: IncomingMessage,
  services: () => MediaUploadServices,
  limits: BodyLimits,
): Promise<HttpAnswer> {
  const match = webMatch(OWN_ROUTES, request.method ?? "GET", pathOf(request));
  const event = webEvent(request, match);
  const handler =
    match === undefined
      ? fallbackBehindEdge(() => services().frame.originSecrets)
      : httpFunction(
          () => services().frame,
          OPERATIONS.map((bind) => bind({ services, request, limits })),
        );
  const found = await handler(event, webContext(NAME, event.requestContext.requestId, limits.totalMs + AFTER_BODY_MS));
  // Who is too slow or sends without end is answered all the same, and then cut off.
  await drain(request, limits).catch(() => {});
  return found;
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { statusCode, headers, body = "" }: HttpAnswer,
): void {
  const isHeardOut = request.readableEnded;
  const length = statusCode === 204 ? {} : { "content-length": String(Buffer.byteLength(body)) };
  response.writeHead(statusCode, { ...headers, ...length, ...(isHeardOut ? {} : { connection: "close" }) });
  response.end(statusCode === 204 || request.method === "HEAD" ? undefined : body);
}

/** What is no HTTP request, or one with too large a head, is answered in our own words as well (D2). */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = JSON.stringify({ error: status.slice(status.indexOf(" ") + 1).toLowerCase() });
  const head = `content-type: application/json\r\ncontent-length: ${body.length}\r\nx-request-id: ${randomUUID()}`;
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\nconnection: close\r\n\r\n${body}`);
}
