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
const { using, changing, decisions } = contentsOf([...titles.keys()]);
const inlineScripts = new InlineScripts();

/** A page of its own width, without the lists beside it; its file is plain Markdown like the others. */
const FIRST_PAGE = "index.md";
const LAYOUT_OF_FIRST_PAGE = {
  sidebar: false,
  aside: false,
  pageClass: "first-page",
  prev: false,
  next: false,
};

/** Who searches mostly uses Herald: what its makers promise and have decided comes last. The page has this function as it stands here. */
const boostDocument = (address: string): number => (/\/(?:decisions|specification)\//.test(address) ? 0.1 : 1);

const linkOf = (page: string): string => `/${page.replace(/(^|\/)index$/, "$1")}`;
const sidebarOf = (chapters: readonly Chapter[]): DefaultTheme.SidebarItem[] =>
  chapters.map(({ title, pages }) => ({
    text: title,
    items: pages.map((page) => ({ text: plain(titles.get(page) ?? page), link: linkOf(page) })),
  }));
const plain = (title: string): string => title.replaceAll("`", "");
const sidebarForChanging = sidebarOf(changing);

/** Beginnings of contributors' addresses: a page, or a folder for all that is in it. Each page loads every list, so they are few. */
const CHANGING = [
  ...new Set(changing.flatMap(({ pages }) => pages.map((page) => linkOf(page).replace(/(?<=.\/).*/, "")))),
];
const ACTIVE = `^(?:${CHANGING.join("|")})`;

// biome-ignore lint/style/noDefaultExport: the generator asks for it.
export default defineConfig({
  title: "Herald",
  description: "Email and chat messages: accepted once, delivered once, explained always.",
  titleTemplate: ":title - Herald",
  base: BASE,
  // The panel's own, beside the guides.
  head: [["link", { rel: "icon", href: "/icon.svg", type: "image/svg+xml" }]],
  cleanUrls: true,
  // Nothing is written among the pages.
  cacheDir: resolve(DOCS, "../node_modules/.cache/vitepress"),
  outDir: resolve(DOCS, "../node_modules/.cache/vitepress/dist"),
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
    search: { provider: "local", options: { miniSearch: { searchOptions: { boostDocument } } } },
    // On a telephone, beside the button "Menu" of the sections.
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
