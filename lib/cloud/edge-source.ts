import { readFileSync } from "node:fs";
import { MAX_BODY_BYTES } from "../../shared/kernel/body-limit.ts";
import { GUIDES_FIRST_PAGE, GUIDES_ROOT } from "../guides-site.ts";
import { PANEL_SECTIONS } from "../panel-site.ts";

/** Functions that run at the edge, as files: plain JavaScript in what CloudFront's runtime 2.0 knows of it, without imports. */
export type EdgeSource = "api-request" | "upload-request" | "panel-request" | "panel-response";

const CONSTANTS: Readonly<Partial<Record<EdgeSource, Readonly<Record<string, unknown>>>>> = {
  "api-request": { MAX_BODY_BYTES },
  "panel-request": { PANEL_SECTIONS, GUIDES_ROOT, GUIDES_FIRST_PAGE },
};

/** The deployed source: the file, and in front of it the parts that it takes from our code. */
export function edgeSource(name: EdgeSource): string {
  const constants = Object.entries(CONSTANTS[name] ?? {}).map(
    ([constant, value]) => `const ${constant} = ${JSON.stringify(value)};\n`,
  );
  return `${constants.join("")}${readFileSync(new URL(`edge/${name}.js`, import.meta.url), "utf8")}`;
}
