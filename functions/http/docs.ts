import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation, rawOperation } from "../../shared/edge/operation.ts";
import { docsServices, openEdgeServices } from "../../shared/edge/wiring.ts";
import { notFound } from "../../shared/kernel/refusal.ts";
import * as contract from "../../shared/reference/contract/docs.ts";
import { openApiDocument } from "../../shared/reference/contract/openapi.ts";
import { referencePart } from "../../shared/reference/contract/reference-part.ts";
import type { ReferencePart } from "../../shared/reference/contract/sections.ts";

/** The policy is strict enough for hostile content and loose enough for the inline styles of the reference page. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": CONTENT_SECURITY_POLICY,
} as const;

const TITLES = { public: "Herald API reference", internal: "Herald internal API reference" } as const;

/** Makes the page of a part of the API reference, with a link to the guides if `guidesUrl` is set. */
const pageOf = (part: ReferencePart, guidesUrl: string | undefined): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${TITLES[part]}</title>
  </head>
  <body>
    ${guidesUrl === undefined ? "" : `<nav><p style="margin: 1rem; font-family: sans-serif; color: var(--scalar-color-1, inherit)"><a href="${guidesUrl}">Guides</a>: first steps, concepts, every message and limit</p></nav>`}
    <main id="reference" data-part="${part}"></main>
    <script type="module" src="/docs/start.js"></script>
  </body>
</html>
`;

const page = (part: ReferencePart, guidesUrl: string | undefined) => ({
  statusCode: 200,
  headers: PAGE_HEADERS,
  body: pageOf(part, guidesUrl),
});

const KEPT_BY_BROWSERS = "public, max-age=3600";

/** Browsers ask again each time, so that the reference is that of the running version. */
const PART_HEADERS = { "content-type": "application/json", "cache-control": "no-cache" } as const;
const texts = new Map<ReferencePart, string>();

/** Returns the JSON of a part of the reference. Each process makes it once, because nothing changes it. */
function textOf(part: ReferencePart): string {
  const text = texts.get(part) ?? JSON.stringify(referencePart(part));
  texts.set(part, text);
  return text;
}

export const handler = httpFunction(openEdgeServices, [
  operation(
    contract.getOpenApi,
    async () => openApiDocument(),
    () => undefined,
  ),
  rawOperation(contract.getDocs, async ({ guidesUrl }) => page("public", guidesUrl()), docsServices),
  rawOperation(contract.getInternalDocs, async ({ guidesUrl }) => page("internal", guidesUrl()), docsServices),
  rawOperation(
    contract.getDocsAsset,
    async ({ readAsset }, { asset }) => {
      const part = contract.DOCS_PARTS.get(asset);
      if (part !== undefined) return { statusCode: 200, headers: PART_HEADERS, body: textOf(part) };
      const name = contract.DOCS_ASSETS.find((known) => known === asset);
      if (name === undefined) throw notFound();
      const headers = { "content-type": "text/javascript; charset=utf-8", "cache-control": KEPT_BY_BROWSERS };
      return { statusCode: 200, headers, body: await readAsset(name) };
    },
    docsServices,
  ),
]);
