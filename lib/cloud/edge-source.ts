import { readFileSync } from "node:fs";
import { MAX_BODY_BYTES } from "../../shared/kernel/body-limit.ts";
import { GUIDES_HEADERS, GUIDES_ROOT } from "../guides-site.ts";
import {
  ASSET_HEADERS,
  ASSETS_FOLDER,
  cacheControl,
  PANEL_SECTIONS,
  PREVIEW_HEADERS,
  PREVIEW_PAGE,
} from "../panel-site.ts";

/**
 * Each of these files runs as a function at the edge. It is plain JavaScript without imports, in the dialect of
 * CloudFront's runtime 2.0.
 */
export type EdgeSource = "api-request" | "upload-request" | "upload-refusal" | "panel-request" | "panel-response";

type Headers = Readonly<Record<string, string>>;

/** Leaves out the headers that all files share, because the policy of the distribution already adds them. */
const beside = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => ASSET_HEADERS[name] === undefined));

/** The first entry whose `below` begins the path applies. */
const FILE_HEADERS: readonly { readonly below: string; readonly headers: Headers }[] = [
  { below: PREVIEW_PAGE, headers: { ...beside(PREVIEW_HEADERS), "cache-control": cacheControl(PREVIEW_PAGE) } },
  { below: GUIDES_ROOT, headers: beside(GUIDES_HEADERS) },
  // Each object has its own `cache-control` (`lib/cloud/panel-stack.ts`).
  { below: `/${ASSETS_FOLDER}/`, headers: {} },
  { below: "/", headers: { "cache-control": cacheControl("/") } },
];

const CONSTANTS: Readonly<Partial<Record<EdgeSource, Readonly<Record<string, unknown>>>>> = {
  "api-request": { MAX_BODY_BYTES },
  "panel-response": { FILE_HEADERS },
  "panel-request": { PANEL_SECTIONS, GUIDES_ROOT },
};

/** Returns the source to deploy, which is the file preceded by the constants that it needs from our code. */
export function edgeSource(name: EdgeSource): string {
  const constants = Object.entries(CONSTANTS[name] ?? {}).map(
    ([constant, value]) => `const ${constant} = ${JSON.stringify(value)};\n`,
  );
  return `${constants.join("")}${readFileSync(new URL(`edge/${name}.js`, import.meta.url), "utf8")}`;
}
