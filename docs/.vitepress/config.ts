import { resolve } from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";
import { GUIDES_ROOT } from "../../lib/guides-site.ts";
import { type Chapter, contentsOf } from "./contents.ts";
import { InlineScripts } from "./inline-scripts.ts";
import { titlesOfPages } from "./pages.ts";
import { GUIDES_MARKDOWN } from "./rules/markdown.ts";

type SearchOptions = DefaultTheme.LocalSearchOptions;

const DOCS = resolve(import.meta.dirname, "..");
const BASE = `${GUIDES_ROOT}/`;
const titles = titlesOfPages(DOCS);
const { using, changing, decisions } = contentsOf([...titles.keys()]);
const inlineScripts = new InlineScripts();

/** The first page is wider and has no lists beside it; its file is plain Markdown like the others. */
const FIRST_PAGE = "index.md";
const LAYOUT_OF_FIRST_PAGE = {
  sidebar: false,
  aside: false,
  pageClass: "first-page",
  prev: false,
  next: false,
};

/** Readers mostly look for the guides, so decisions come last. The page receives the source of this function. */
const boostDocument = (address: string): number => (/\/decisions\//.test(address) ? 0.1 : 1);

/**
 * The search finds a rule of the specification by its name, on the rule's page; the guides explain the rules in other words.
 */
const searchedHtml: SearchOptions["_render"] = (text, env, md) =>
  env.relativePath.startsWith("specification/") ? "" : md.renderAsync(text, env);

const linkOf = (page: string): string => `/${page.replace(/(^|\/)index$/, "$1")}`;
const sidebarOf = (chapters: readonly Chapter[]): DefaultTheme.SidebarItem[] =>
  chapters.map(({ title, pages }) => ({
    text: title,
    items: pages.map((page) => ({ text: plain(titles.get(page) ?? page), link: linkOf(page) })),
  }));
const plain = (title: string): string => title.replaceAll("`", "");
const sidebarForChanging = sidebarOf(changing);

/** The beginnings of contributors' addresses. They name folders where possible, because every page loads the whole list. */
const CHANGING = [
  ...new Set(changing.flatMap(({ pages }) => pages.map((page) => linkOf(page).replace(/(?<=.\/).*/, "")))),
];
const ACTIVE = `^(?:${CHANGING.join("|")})`;

// biome-ignore lint/style/noDefaultExport: VitePress requires it
export default defineConfig({
  title: "Herald",
  description: "Email and chat messages: accepted once, delivered once, explained always.",
  titleTemplate: ":title - Herald",
  base: BASE,
  // The icon belongs to the panel, which is served beside the guides.
  head: [["link", { rel: "icon", href: "/icon.svg", type: "image/svg+xml" }]],
  cleanUrls: true,
  // The build must not write into the folder of the pages.
  cacheDir: resolve(DOCS, "../node_modules/.cache/vitepress"),
  outDir: resolve(DOCS, "../node_modules/.cache/vitepress/dist"),
  rewrites: { "README.md": "index.md", ":folder/README.md": ":folder/index.md" },
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath === FIRST_PAGE
      ? { frontmatter: { ...frontmatter, ...LAYOUT_OF_FIRST_PAGE }, titleTemplate: ":title" }
      : undefined,
  transformHtml: (html) => inlineScripts.outOf(html, BASE),
  buildEnd: ({ outDir }) => inlineScripts.write(outDir),
  // VitePress would add a temporary style, which the content security policy refuses; the same goes for fonts in styles.
  appearance: { disableTransition: false },
  vite: { build: { chunkSizeWarningLimit: 2000, assetsInlineLimit: 0 } },
  markdown: GUIDES_MARKDOWN,
  themeConfig: {
    search: {
      provider: "local",
      options: { _render: searchedHtml, detailedView: true, miniSearch: { searchOptions: { boostDocument } } },
    },
    // On a telephone the button stands beside the one called "Menu".
    sidebarMenuLabel: "Pages",
    outline: { level: [2, 3], label: "On this page" },
    notFound: {
      title: "No such page",
      quote: "It may have another name now: the search looks through all of them.",
      linkText: "To the guides",
      linkLabel: "To the guides",
    },
    nav: [
      { text: "Guides", link: "/quickstart", activeMatch: `${ACTIVE.replace("(?:", "(?!")}/.` },
      { text: "Contributing", link: "/contributing", activeMatch: ACTIVE },
      { component: "ApiReference" },
      { component: "WebPanel" },
    ],
    sidebar: {
      ...Object.fromEntries(CHANGING.map((beginning) => [beginning, sidebarForChanging])),
      "/decisions/": [...sidebarForChanging, ...sidebarOf([decisions])],
      "/": sidebarOf(using),
    },
  },
});
