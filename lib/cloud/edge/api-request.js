// This CloudFront function (runtime 2.0) runs before every request except uploads. The deployment puts a definition of
// `MAX_BODY_BYTES` in front of it.

/**
 * Refuses a large body with the same answer as the functions behind the edge. A gateway would answer a body of several
 * megabytes with a text of its own (D2, D3).
 */
function tooLarge(request, requestId) {
  const isRpc = request.uri === "/mcp";
  const answer = isRpc
    ? { jsonrpc: "2.0", error: { code: -32700, message: "invalid request body" }, id: null }
    : { error: "invalid request body", code: "invalid_request" };
  const headers = {
    "content-type": { value: "application/json" },
    "cache-control": { value: "no-store" },
    "x-content-type-options": { value: "nosniff" },
    "x-request-id": { value: requestId },
  };
  if (request.uri.startsWith("/api/v1/")) {
    headers["access-control-allow-origin"] = { value: "*" };
    headers["access-control-expose-headers"] = { value: "Retry-After, X-Request-Id, Idempotency-Replayed, ETag" };
  }
  return { statusCode: 400, statusDescription: "Bad Request", headers: headers, body: JSON.stringify(answer) };
}

// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it by this name.
function handler(event) {
  const request = event.request;
  // This line overwrites a value that the caller sent (D5).
  request.headers["x-viewer-ip"] = { value: event.viewer.ip };
  const length = request.headers["content-length"];
  if (length && Number(length.value) > MAX_BODY_BYTES) return tooLarge(request, event.context.requestId);
  return request;
}
