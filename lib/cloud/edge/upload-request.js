// A CloudFront function (runtime 2.0), before every upload: the server behind it has limits of its own.

// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it by this name.
function handler(event) {
  // D5: whatever the caller wrote there is overwritten.
  event.request.headers["x-viewer-ip"] = { value: event.viewer.ip };
  return event.request;
}
