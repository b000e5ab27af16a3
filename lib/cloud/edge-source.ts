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

/** Functions that run at the edge, as files: plain JavaScript in what CloudFront's runtime 2.0 knows of it, without imports. */
export type EdgeSource = "api-request" | "upload-request" | "panel-request" | "panel-response";

type Headers = Readonly<Record<string, string>>;

/** Beside those of every file, which the distribution's policy has. */
const beside = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => ASSET_HEADERS[name] === undefined));

/** By the beginning of the path; the first that fits counts. */
const FILE_HEADERS: readonly { readonly below: string; readonly headers: Headers }[] = [
  { below: PREVIEW_PAGE, headers: { ...beside(PREVIEW_HEADERS), "cache-control": cacheControl(PREVIEW_PAGE) } },
  { below: GUIDES_ROOT, headers: beside(GUIDES_HEADERS) },
  // Each object says how long it may be kept (`lib/cloud/panel-stack.ts`).
  { below: `/${ASSETS_FOLDER}/`, headers: {} },
  { below: "/", headers: { "cache-control": cacheControl("/") } },
];

const CONSTANTS: Readonly<Partial<Record<EdgeSource, Readonly<Record<string, unknown>>>>> = {
  "api-request": { MAX_BODY_BYTES },
  "panel-response": { FILE_HEADERS },
  "panel-request": { PANEL_SECTIONS, GUIDES_ROOT },
};

/** The deployed source: the file, and in front of it the parts that it takes from our code. */
export function edgeSource(name: EdgeSource): string {
  const constants = Object.entries(CONSTANTS[name] ?? {}).map(
    ([constant, value]) => `const ${constant} = ${JSON.stringify(value)};\n`,
  );
  return `${constants.join("")}${readFileSync(new URL(`edge/${name}.js`, import.meta.url), "utf8")}`;
}
