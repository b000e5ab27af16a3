// This CloudFront function (runtime 2.0) runs before every upload. The server behind it enforces its own limits.

// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it by this name.
function handler(event) {
  // This line overwrites a value that the caller sent (D5).
  event.request.headers["x-viewer-ip"] = { value: event.viewer.ip };
  return event.request;
}
