import { posix } from "node:path";
import { Marked, Renderer, type Token, type Tokens } from "marked";

/** Part of a page below one heading, for the search. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Where links between pages stay, whatever stands before them. */
const ROOT = "/docs/guides/";

/** The anchor of a heading, as code hosts make it: readers meet the same files there. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** Words as they are read, without the marks around them. */
function plain(tokens: readonly Token[]): string {
  return tokens.map((token) => ("tokens" in token && token.tokens ? plain(token.tokens) : textOf(token))).join("");
}

const textOf = (token: Token): string => ("text" in token && typeof token.text === "string" ? token.text : token.raw);

/** `chat-messages.md#sending` leads to the page; anything else of the repository has no address here, and stays text. */
function addressOf(href: string, page: string): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = posix.join(posix.dirname(page), path);
  const named =
    target === "decisions" || target === "decisions/"
      ? "decisions/index"
      : target.replace(/\.md$/, "").replace(/(^|\/)README$/, "$1index");
  if (named.startsWith("..") || (named === target && path !== "decisions")) return undefined;
  return `${ROOT}${named}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** Pictures lie in one folder beside the pages; no other one is shown. */
function pictureOf({ href, text }: Tokens.Image): string {
  const [, name] = /^(?:\.\.\/)?pictures\/([\w-]+\.jpg)$/.exec(href) ?? [];
  if (name === undefined) return escaped(text);
  return `<img src="${ROOT}assets/pictures/${name}" alt="${escaped(text)}" loading="lazy">`;
}

/** A page's headings in order, each with an anchor of its own. */
export function headingIds(tokens: readonly Token[]): ReadonlyMap<Token, string> {
  const taken = new Map<string, number>();
  const ids = new Map<Token, string>();
  for (const token of tokens) {
    if (token.type !== "heading") continue;
    const slug = slugOf(plain(token.tokens ?? []));
    const times = taken.get(slug) ?? 0;
    taken.set(slug, times + 1);
    ids.set(token, times === 0 ? slug : `${slug}-${times}`);
  }
  return ids;
}

/** The page's HTML. Raw HTML in a page is shown, not obeyed. */
export function renderPage(page: string, text: string): RenderedPage {
  const marked = new Marked();
  const tokens = marked.lexer(text);
  const ids = headingIds(tokens);
  marked.use({
    renderer: {
      heading(token: Tokens.Heading) {
        const id = ids.get(token) ?? "";
        const inner = this.parser.parseInline(token.tokens);
        return `<h${token.depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${token.depth}>\n`;
      },
      link(token: Tokens.Link) {
        const inner = this.parser.parseInline(token.tokens);
        const address = addressOf(token.href, page);
        return address === undefined ? inner : `<a href="${escaped(address)}">${inner}</a>`;
      },
      image: pictureOf,
      table(token: Tokens.Table) {
        return `<div class="wide" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
      html: ({ text: raw }: Tokens.HTML | Tokens.Tag) => escaped(raw),
      code({ text: code, lang = "" }: Tokens.Code) {
        const [language = ""] = lang.split(" ");
        return `<pre tabindex="0"><code data-language="${escaped(language)}">${escaped(code)}\n</code></pre>\n`;
      },
    },
  });
  return { title: titleOf(tokens) ?? page, html: marked.parser(tokens), sections: sectionsOf(tokens, ids) };
}

function titleOf(tokens: readonly Token[]): string | undefined {
  const first = tokens.find(({ type }) => type === "heading");
  return first && "tokens" in first ? plain(first.tokens ?? []) : undefined;
}

/** Without the marks of the text. Of a block of code only what is in it: what stands behind its language is for tests. */
function wordsOf(token: Token): string {
  const words = token.type === "code" ? textOf(token) : token.raw;
  return words.replace(/[`*|[]+|-{3,}|\]\([^)]*\)|\s+/g, " ");
}

function sectionsOf(tokens: readonly Token[], ids: ReadonlyMap<Token, string>): Section[] {
  const sections: { id: string; title: string; text: string }[] = [];
  for (const token of tokens) {
    const id = ids.get(token);
    if (id !== undefined && "tokens" in token) sections.push({ id, title: plain(token.tokens ?? []), text: "" });
    else {
      const current = sections.at(-1);
      if (current) current.text += ` ${wordsOf(token)}`;
    }
  }
  return sections.map(({ text, ...section }) => ({ ...section, text: text.replace(/ {2,}/g, " ").trim() }));
}
