import { createCssVariablesTheme } from "shiki";
import type { MarkdownOptions } from "vitepress";
import { anchorOf } from "../anchor-of.ts";
import { fences } from "./fences.ts";
import { links } from "./links.ts";
import { pictures } from "./pictures.ts";
import { CLASSES_OF_CODE, plainHtml } from "./plain-html.ts";
import { tables } from "./tables.ts";

/** Reads the pages of `docs` as plain Markdown, the way a code host shows them, with the additions of the other files here. */
export const GUIDES_MARKDOWN: MarkdownOptions = {
  theme: createCssVariablesTheme(),
  codeTransformers: [CLASSES_OF_CODE],
  anchor: { slugify: anchorOf },
  // A picture may come in a light and a dark version; the hidden one is then not loaded.
  image: { lazyLoad: true },
  // In these pages braces are text and add no attributes to an element.
  attrs: false,
  config(md) {
    plainHtml(md);
    fences(md);
    links(md);
    pictures(md);
    tables(md);
  },
};
