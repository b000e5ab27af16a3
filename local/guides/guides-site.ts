import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { chaptersOf } from "./contents.ts";
import { layout } from "./layout.ts";
import { type RenderedPage, renderPage } from "./markdown.ts";

export interface SiteFile {
  readonly type: string;
  readonly text: string;
  /** Of a picture, in place of the text. */
  readonly bytes?: Uint8Array;
}

const DOCS = join(import.meta.dirname, "../../docs");
const ASSETS = join(import.meta.dirname, "page");
const PICTURES = "pictures";
const DECISIONS_INDEX = "decisions/index";
const HTML = "text/html; charset=utf-8";

/** Every file of the guides by its path below `/docs/guides/`. */
export async function guidesSite(folder = DOCS): Promise<ReadonlyMap<string, SiteFile>> {
  const texts = await pagesIn(folder);
  const pages = new Map([...texts].map(([page, text]): [string, RenderedPage] => [page, renderPage(page, text)]));
  const chapters = chaptersOf([...pages.keys()]);
  const titleOf = (page: string) => pages.get(page)?.title ?? page;
  const documents = [...pages].map(([page, rendered]): [string, SiteFile] => [
    page,
    { type: HTML, text: layout({ page, rendered, chapters, titleOf }) },
  ]);
  return new Map([
    ...documents,
    ...(await assets()),
    ...(await pictures(folder)),
    ["assets/search-index.json", searchIndex(pages)],
  ]);
}

async function pagesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".md")).sort();
  const read = async (name: string): Promise<[string, string]> => [
    name
      .replaceAll("\\", "/")
      .replace(/\.md$/, "")
      .replace(/README$/, "index"),
    await readFile(join(folder, name), "utf8"),
  ];
  const texts = new Map(await Promise.all(names.map(read)));
  return texts.set(DECISIONS_INDEX, decisionsIndex(texts));
}

/** Of the decisions' own first lines, so that it names each of them. */
function decisionsIndex(texts: ReadonlyMap<string, string>): string {
  const lines = [...texts].flatMap(([page, text]) => {
    const [, name] = /^decisions\/([\w-]+)$/.exec(page) ?? [];
    const title = /^# (.+)$/m.exec(text)?.[1];
    return name === undefined || name === "index" || title === undefined ? [] : [`- [${title}](${name}.md)`];
  });
  return `# Decisions\n\nChoices that outlast their day, each with what, why and consequences.\n\n${lines.join("\n")}\n`;
}

async function assets(): Promise<[string, SiteFile][]> {
  const read = (name: string) => readFile(join(ASSETS, name), "utf8");
  return [
    ["assets/guides.css", { type: "text/css; charset=utf-8", text: await read("guides.css") }],
    ["assets/search.js", { type: "text/javascript; charset=utf-8", text: await read("search.js") }],
  ];
}

/** Pictures that pages show; a folder without any has none. */
async function pictures(folder: string): Promise<[string, SiteFile][]> {
  const names = await readdir(join(folder, PICTURES)).catch(() => []);
  const read = async (name: string): Promise<[string, SiteFile]> => [
    `assets/${PICTURES}/${name}`,
    { type: "image/jpeg", text: "", bytes: await readFile(join(folder, PICTURES, name)) },
  ];
  return Promise.all(names.filter((name) => name.endsWith(".jpg")).map(read));
}

/** The index of the search: every section's address, titles and text. */
function searchIndex(pages: ReadonlyMap<string, RenderedPage>): SiteFile {
  const entries = [...pages].flatMap(([page, { title, sections }]) =>
    sections.map((section) => ({
      href: `/docs/guides/${page}#${section.id}`,
      title: section.title === title ? title : `${title}: ${section.title}`,
      text: section.text,
    })),
  );
  return { type: "application/json", text: JSON.stringify(entries) };
}
