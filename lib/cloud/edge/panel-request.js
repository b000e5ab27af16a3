// This CloudFront function (runtime 2.0) runs before every request for the panel or the guides. The deployment puts
// definitions of `PANEL_SECTIONS` and `GUIDES_ROOT` in front of it.

/** Repeats `isPanelPage` of `lib/panel-site.ts` in the JavaScript that this runtime understands. */
function isPage(path) {
  const parts = path.split("/");
  const isApi = parts[1] === "admin" && parts[2] === "api";
  return path === "/" || (PANEL_SECTIONS.indexOf(parts[1]) >= 0 && !isApi);
}

/** Repeats `guidesFile` of `lib/guides-site.ts`. */
function guidesFile(path) {
  if (path.slice(-1) === "/") return path + "index.html";
  return path.slice(path.lastIndexOf("/")).indexOf(".") < 0 ? path + ".html" : path;
}

// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it by this name.
function handler(event) {
  const request = event.request;
  // One document in the bucket serves all pages. A path that is neither a page nor a file goes to the API, which
  // answers 404.
  if (isPage(request.uri)) request.uri = "/index.html";
  if (request.uri === GUIDES_ROOT)
    return { statusCode: 302, statusDescription: "Found", headers: { location: { value: GUIDES_ROOT + "/" } } };
  if (request.uri.indexOf(GUIDES_ROOT + "/") === 0) request.uri = guidesFile(request.uri);
  request.headers["x-viewer-ip"] = { value: event.viewer.ip };
  return request;
}
