// This CloudFront function (runtime 2.0) answers uploads in a deployment that takes none. No server behind the edge
// would answer them, and a gateway refuses large bodies with a text of its own (D2).

// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it by this name.
function handler(event) {
  const request = event.request;
  // The API answers preflights and lists the methods of a path.
  if (request.method !== "POST") {
    // This line overwrites a value that the caller sent (D5).
    request.headers["x-viewer-ip"] = { value: event.viewer.ip };
    return request;
  }
  const headers = {
    "content-type": { value: "application/json" },
    "cache-control": { value: "no-store" },
    "x-content-type-options": { value: "nosniff" },
    "x-request-id": { value: event.context.requestId },
  };
  if (request.uri.startsWith("/api/v1/")) {
    headers["access-control-allow-origin"] = { value: "*" };
    headers["access-control-expose-headers"] = { value: "Retry-After, X-Request-Id, Idempotency-Replayed, ETag" };
  }
  const body = JSON.stringify({ error: "uploads unavailable", code: "not_found" });
  return { statusCode: 404, statusDescription: "Not Found", headers: headers, body: body };
}
