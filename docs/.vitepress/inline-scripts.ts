import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The script runs before the page is drawn, so that a dark page is dark at once. */
const FILE = "assets/first.js";
const SCRIPT = /<script id="[\w-]+">([^<]*)<\/script>\s*/g;
/** Matches the inline styles that VitePress writes into pages; `theme/guides.css` has the same rules. */
const STYLE = / style="(?:--vp-vh:0px|position:relative);?"/g;

/**
 * The content security policy allows no inline scripts and styles, so this class moves the inline scripts and styles of
 * VitePress into files.
 */
export class InlineScripts {
  readonly #scripts = new Set<string>();

  outOf(html: string, base: string): string {
    for (const [, script = ""] of html.matchAll(SCRIPT)) this.#scripts.add(script);
    return html
      .replaceAll(SCRIPT, "")
      .replaceAll(STYLE, "")
      .replace("</head>", `  <script src="${base}${FILE}"></script>\n  </head>`);
  }

  write(folder: string): Promise<void> {
    return writeFile(join(folder, FILE), [...this.#scripts].join("\n"));
  }
}
