import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Runs before a page is drawn, so that it is dark from the first moment on. */
const FILE = "assets/first.js";
const SCRIPT = /<script id="[\w-]+">([^<]*)<\/script>\s*/g;
/** The generator writes these into a page; `theme/guides.css` says the same. */
const STYLE = / style="(?:--vp-vh:0px|position:relative);?"/g;

/** The policy allows scripts of files and no style within a page: what the generator writes into every page moves into a file. */
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
