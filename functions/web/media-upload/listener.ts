import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { UploadServices } from "../../../shared/composition/uploads.ts";
import { fallbackFunction } from "../../../shared/edge/fallback-function.ts";
import { gatewayEvent, invocationContext, requestUrl } from "../../../shared/edge/gateway-event.ts";
import type { HttpAnswer } from "../../../shared/edge/http-answer.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { routeKeyOf, router } from "../../../shared/edge/router.ts";
import { routes } from "../../../shared/routes.ts";
import { uploadOperations } from "./operations.ts";
import { drain, UPLOAD_LIMITS, type UploadLimits } from "./request-body.ts";

/** This name appears in the log and in counts of failures. */
const NAME = "media-upload";
const { match, methodsOf } = router(routes.filter(({ group }) => group === NAME));

/** Says whether this server serves a path, whatever the method. */
export const isUploadPath = (path: string): boolean => methodsOf(path).length > 0;

/**
 * Answers the routes of uploads with the same pipeline of middlewares that all other routes have, but does not read the
 * body into memory.
 */
export function uploadListener(services: () => UploadServices, limits: UploadLimits = UPLOAD_LIMITS): RequestListener {
  const edge = () => services().edge;
  const upload = httpFunction(edge, uploadOperations(services, limits));
  const fallback = fallbackFunction(edge);
  const answer = async (request: IncomingMessage): Promise<HttpAnswer> => {
    const matched = match(request.method ?? "GET", requestUrl(request).pathname);
    const routeKey = matched ? routeKeyOf(matched.route) : "$default";
    const event = gatewayEvent(request, { routeKey, pathParameters: matched?.pathParameters ?? {} });
    const { requestId } = event.requestContext;
    const context = invocationContext({ functionName: NAME, requestId, timeoutMs: limits.totalMs + limits.answerMs });
    const found = await (matched ? upload : fallback)({ ...event, stream: request }, context);
    // A client that is too slow or sends too much still gets its answer, and is then disconnected.
    await drain(request, limits).catch(() => {});
    return found;
  };
  return (request, response) => {
    answer(request)
      .then((found) => write(request, response, found))
      .catch((error: unknown) => {
        const { log, metrics } = edge();
        log.error("http.request_failed", error, { function: NAME });
        metrics.countByFunction("server_errors", NAME);
        response.destroy();
      });
  };
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
