// This CloudFront function (runtime 2.0) runs after every answer for the panel or the guides. The deployment puts a
// definition of `FILE_HEADERS` in front of it.

/** Returns the headers of this file, in addition to those that all files have. */
function headersOf(path) {
  for (let i = 0; i < FILE_HEADERS.length; i++)
    if (path.indexOf(FILE_HEADERS[i].below) === 0) return FILE_HEADERS[i].headers;
  return {};
}

// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it by this name.
function handler(event) {
  // A refusal comes from the API and must not be cached.
  const headers = event.response.statusCode < 400 ? headersOf(event.request.uri) : {};
  const names = Object.keys(headers);
  for (let i = 0; i < names.length; i++) event.response.headers[names[i]] = { value: headers[names[i]] };
  // Every answer carries a request id (D2).
  event.response.headers["x-request-id"] = { value: event.context.requestId };
  return event.response;
}
