import { createCssVariablesTheme } from "shiki";
import type { MarkdownOptions } from "vitepress";
import { anchorOf } from "../anchor-of.ts";
import { fences } from "./fences.ts";
import { links } from "./links.ts";
import { pictures } from "./pictures.ts";
import { CLASSES_OF_CODE, plainHtml } from "./plain-html.ts";
import { tables } from "./tables.ts";

/** How the pages of `docs` are read: plain Markdown, as a code host shows it, and what `fences.ts` makes of neighbouring blocks. */
export const GUIDES_MARKDOWN: MarkdownOptions = {
  theme: createCssVariablesTheme(),
  codeTransformers: [CLASSES_OF_CODE],
  anchor: { slugify: anchorOf },
  // Of a picture's two, the one that is not shown is not loaded.
  image: { lazyLoad: true },
  // Braces are text.
  attrs: false,
  config(md) {
    plainHtml(md);
    fences(md);
    links(md);
    pictures(md);
    tables(md);
  },
};
