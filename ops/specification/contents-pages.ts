import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contentsOf } from "../../docs/.vitepress/contents.ts";
import type { PrintedPage } from "./printed-page.ts";

const DOCS = join(import.meta.dirname, "../../docs");

/** The pages of the guides by their paths relative to `docs`, without an ending; a README is the index of its folder. */
const pages = (): readonly string[] =>
  globSync("{*,decisions/*,specification/*}.md", { cwd: DOCS })
    .map((path) =>
      path
        .replaceAll("\\", "/")
        .replace(/\.md$/, "")
        .replace(/README$/, "index"),
    )
    .sort();

const fileOf = (page: string): string => `${page.replace(/(^|\/)index$/, "$1README")}.md`;

/** Returns a link to the page with its title, from a page in the folder. */
function linkTo(page: string, folder = ""): string {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(DOCS, fileOf(page)), "utf8")) ?? [];
  return `[${title}](${fileOf(page).slice(folder.length)})`;
}

/** Prints the chapters of the guides, for readers who see the pages without their navigation. */
export const GUIDES_PAGE: PrintedPage = {
  path: "docs/README.md",
  from: "docs/.vitepress/contents.ts",
  name: "the chapters",
  print: () => {
    const { using, changing } = contentsOf(pages());
    return [...using, ...changing]
      .map((chapter) => `- **${chapter.title}**: ${chapter.pages.map((page) => linkTo(page)).join(" · ")}`)
      .join("\n");
  },
};

/** Prints the decisions in the order of their files. */
export const DECISIONS_PAGE: PrintedPage = {
  path: "docs/decisions/README.md",
  from: "docs/.vitepress/contents.ts",
  name: "the decisions",
  print: () =>
    contentsOf(pages())
      .decisions.pages.map((page) => `- ${linkTo(page, "decisions/")}`)
      .join("\n"),
};
