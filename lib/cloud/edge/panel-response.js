// A CloudFront function (runtime 2.0), after every answer for the panel.

// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it by this name.
function handler(event) {
  // Every answer carries one (D2).
  event.response.headers["x-request-id"] = { value: event.context.requestId };
  return event.response;
}
