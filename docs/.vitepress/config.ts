import { resolve } from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";
import { GUIDES_ROOT } from "../../lib/guides-site.ts";
import { type Chapter, contentsOf } from "./contents.ts";
import { InlineScripts } from "./inline-scripts.ts";
import { titlesOfPages } from "./pages.ts";
import { GUIDES_MARKDOWN } from "./rules/markdown.ts";

const DOCS = resolve(import.meta.dirname, "..");
const BASE = `${GUIDES_ROOT}/`;
const titles = titlesOfPages(DOCS);
const { using, changing } = contentsOf([...titles.keys()]);
const inlineScripts = new InlineScripts();

/** A chapter with more pages is folded until one of them is open. */
const MANY = 20;

/** A page of its own width, without the lists beside it; its file is plain Markdown like the others. */
const FIRST_PAGE = "index.md";
const LAYOUT_OF_FIRST_PAGE = {
  sidebar: false,
  aside: false,
  pageClass: "first-page",
  prev: false,
  next: false,
};

const linkOf = (page: string): string => `/${page.replace(/(^|\/)index$/, "$1")}`;
const sidebarOf = (chapters: readonly Chapter[]): DefaultTheme.SidebarItem[] =>
  chapters.map(({ title, pages }) => ({
    text: title,
    ...(pages.length > MANY ? { collapsed: true } : {}),
    items: pages.map((page) => ({ text: plain(titles.get(page) ?? page), link: linkOf(page) })),
  }));
const plain = (title: string): string => title.replaceAll("`", "");
const sidebarForChanging = sidebarOf(changing);

// biome-ignore lint/style/noDefaultExport: the generator asks for it.
export default defineConfig({
  title: "Herald",
  description: "Email and chat messages: accepted once, delivered once, explained always.",
  titleTemplate: ":title - Herald",
  base: BASE,
  cleanUrls: true,
  cacheDir: resolve(DOCS, "../node_modules/.cache/vitepress"),
  rewrites: { "README.md": "index.md", ":folder/README.md": ":folder/index.md" },
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath === FIRST_PAGE
      ? { frontmatter: { ...frontmatter, ...LAYOUT_OF_FIRST_PAGE }, titleTemplate: ":title" }
      : undefined,
  transformHtml: (html) => inlineScripts.outOf(html, BASE),
  buildEnd: ({ outDir }) => inlineScripts.write(outDir),
  // Without the style that would be put into the page meanwhile: the policy allows none, nor fonts within styles.
  appearance: { disableTransition: false },
  vite: { build: { chunkSizeWarningLimit: 2000, assetsInlineLimit: 0 } },
  markdown: GUIDES_MARKDOWN,
  themeConfig: {
    search: { provider: "local" },
    // On a telephone, beside the button "Menu" of the sections.
    sidebarMenuLabel: "Pages",
    outline: { level: [2, 3], label: "On this page" },
    nav: [
      { text: "Guides", link: "/quickstart", activeMatch: "^/(?!structure|glossary|decisions/|specification/)." },
      { text: "Contributing", link: "/structure", activeMatch: "^/(structure|glossary|decisions/|specification/)" },
      { component: "ApiReference" },
    ],
    sidebar: {
      ...Object.fromEntries(changing.flatMap(({ pages }) => pages).map((page) => [linkOf(page), sidebarForChanging])),
      "/": sidebarOf(using),
    },
  },
});
