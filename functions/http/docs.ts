import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation, rawOperation } from "../../shared/edge/operation.ts";
import { docsServices, openEdgeServices } from "../../shared/edge/wiring.ts";
import { notFound } from "../../shared/kernel/refusal.ts";
import * as contract from "../../shared/reference/contract/docs.ts";
import { openApiDocument } from "../../shared/reference/contract/openapi.ts";

/** The policy is strict enough for hostile content and loose enough for the inline styles of the reference page. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": CONTENT_SECURITY_POLICY,
} as const;

/** Makes the page of the API reference, with a link to the guides if `guidesUrl` is set. */
const pageWith = (guidesUrl: string | undefined): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Herald API reference</title>
  </head>
  <body>
    ${guidesUrl === undefined ? "" : `<nav><p style="margin: 1rem; font-family: sans-serif; color: var(--scalar-color-1, inherit)"><a href="${guidesUrl}">Guides</a>: first steps, concepts, every message and limit</p></nav>`}
    <main id="reference"></main>
    <script type="module" src="/docs/start.js"></script>
  </body>
</html>
`;

const KEPT_BY_BROWSERS = "public, max-age=3600";

export const handler = httpFunction(openEdgeServices, [
  operation(
    contract.getOpenApi,
    async () => openApiDocument(),
    () => undefined,
  ),
  rawOperation(
    contract.getDocs,
    async ({ guidesUrl }) => ({ statusCode: 200, headers: PAGE_HEADERS, body: pageWith(guidesUrl()) }),
    docsServices,
  ),
  rawOperation(
    contract.getDocsAsset,
    async ({ readAsset }, { asset }) => {
      const name = contract.DOCS_ASSETS.find((known) => known === asset);
      if (name === undefined) throw notFound();
      const headers = { "content-type": "text/javascript; charset=utf-8", "cache-control": KEPT_BY_BROWSERS };
      return { statusCode: 200, headers, body: await readAsset(name) };
    },
    docsServices,
  ),
]);
