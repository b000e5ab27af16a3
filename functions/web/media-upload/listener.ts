import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { MediaUploadServices } from "../../../shared/composition/media-upload.ts";
import { fallbackBehindEdge } from "../../../shared/edge/fallback-function.ts";
import { gatewayEvent, invocationContext, requestUrl } from "../../../shared/edge/gateway-event.ts";
import type { HttpAnswer } from "../../../shared/edge/http-answer.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { routeKeyOf, router } from "../../../shared/edge/router.ts";
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
const { match, methodsOf } = router(routes.filter(({ group }) => group === NAME));

/** Whether a path is one of this server's, whatever the method. */
export const isUploadPath = (path: string): boolean => methodsOf(path).length > 0;

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
  const matched = match(request.method ?? "GET", requestUrl(request).pathname);
  const event = gatewayEvent(request, {
    routeKey: matched ? routeKeyOf(matched.route) : "$default",
    pathParameters: matched?.pathParameters ?? {},
  });
  const handler =
    matched === undefined
      ? fallbackBehindEdge(() => services().frame.originSecrets)
      : httpFunction(
          () => services().frame,
          OPERATIONS.map((bind) => bind({ services, request, limits })),
        );
  const { requestId } = event.requestContext;
  const timeoutMs = limits.totalMs + AFTER_BODY_MS;
  const found = await handler(event, invocationContext({ functionName: NAME, requestId, timeoutMs }));
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
