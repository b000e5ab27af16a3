import { attributeOf, type HtmlToken, htmlTokens } from "./html-tokens.ts";

const PARAGRAPHS = new Set("p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure form fieldset".split(" "));
const LINES = new Set(
  "div tr section article header footer main nav aside address figcaption dt dd center body html caption legend option".split(
    " ",
  ),
);
/** Lists below this depth are not indented further, because deep nesting could otherwise make the text very long. */
const MAX_INDENTED_DEPTH = 8;
const LINK = /^(?:https?:|mailto:|tel:)/i;

interface OpenList {
  /** The number of the next item; undefined in a bulleted list. */
  next: number | undefined;
}

interface OpenLink {
  readonly url: string;
  readonly from: number;
}

/** Writes text by HTML's rules for white space: a run of spaces becomes one, and a line break is written only before the next word. */
class TextWriter {
  readonly #parts: string[] = [];
  readonly #lists: OpenList[] = [];
  #breaks = 0;
  #hasSpace = false;
  #preformatted = 0;
  #link: OpenLink | undefined;

  write(text: string): void {
    if (this.#preformatted > 0) this.#put(text.replace(/\r\n?/g, "\n"));
    else this.#words(text);
  }

  #words(text: string): void {
    // A no-break space is kept as a word here; it becomes a plain space at the end.
    const words = text.split(/[ \t\r\n\f]+/);
    words.forEach((word, index) => {
      if (index > 0) this.#hasSpace = true;
      if (word !== "") this.#put(word);
    });
  }

  #put(text: string): void {
    if (this.#parts.length > 0 && this.#breaks > 0) this.#parts.push("\n".repeat(this.#breaks));
    else if (this.#parts.length > 0 && this.#hasSpace) this.#parts.push(" ");
    this.#breaks = 0;
    this.#hasSpace = false;
    this.#parts.push(text);
  }

  break(lines: 1 | 2): void {
    this.#breaks = Math.max(this.#breaks, lines);
  }

  open(name: string, attributes: string): void {
    if (name === "br") this.#breaks = Math.min(this.#breaks + 1, 2);
    else if (name === "hr") this.#rule();
    else if (name === "img") this.write(attributeOf(attributes, "alt"));
    else if (name === "a") this.#openLink(attributeOf(attributes, "href"));
    else if (name === "li") this.#item();
    else if (name === "td" || name === "th") this.#hasSpace = true;
    else this.#openBlock(name);
  }

  #openBlock(name: string): void {
    const isNested = this.#lists.length > 0 && (name === "ul" || name === "ol");
    if (isNested || LINES.has(name)) this.break(1);
    else if (PARAGRAPHS.has(name)) this.break(2);
    if (name === "ul") this.#lists.push({ next: undefined });
    if (name === "ol") this.#lists.push({ next: 1 });
    if (name === "pre") this.#preformatted += 1;
  }

  close(name: string): void {
    if (name === "a") this.#closeLink();
    if (name === "ul" || name === "ol") this.#lists.pop();
    if (name === "pre") this.#preformatted = Math.max(0, this.#preformatted - 1);
    const isNested = this.#lists.length > 0 && (name === "ul" || name === "ol");
    if (isNested || LINES.has(name) || name === "li") this.break(1);
    else if (PARAGRAPHS.has(name)) this.break(2);
  }

  #rule(): void {
    this.break(2);
    this.#put("---");
    this.break(2);
  }

  #item(): void {
    const list = this.#lists.at(-1);
    const depth = Math.min(this.#lists.length, MAX_INDENTED_DEPTH);
    const mark = list?.next === undefined ? "-" : `${list.next}.`;
    if (list?.next !== undefined) list.next += 1;
    this.break(1);
    this.#put(`${"  ".repeat(Math.max(0, depth - 1))}${mark}`);
    this.#hasSpace = true;
  }

  #openLink(url: string): void {
    this.#link = LINK.test(url) ? { url, from: this.#parts.length } : undefined;
  }

  /** `closeLink` writes `text (url)`, or only the text when the address would repeat it. */
  #closeLink(): void {
    if (!this.#link) return;
    const { url, from } = this.#link;
    this.#link = undefined;
    const shown = url.replace(/^(?:mailto:|tel:)/i, "");
    const text = this.#parts.slice(from).join("").trim();
    if (text === shown || text === url) return;
    this.#hasSpace = text !== "";
    this.#put(text === "" ? shown : `(${shown})`);
  }

  get text(): string {
    const lines = this.#parts.join("").replaceAll("\u00a0", " ").replaceAll("\u00ad", "").split("\n");
    return lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trim();
  }
}

function follow(writer: TextWriter, token: HtmlToken): void {
  if (token.kind === "text") writer.write(token.text);
  else if (token.kind === "open") writer.open(token.name, token.attributes);
  else writer.close(token.name);
}

/** Makes the plain part for an HTML body (D17), with paragraphs, lists and links as `text (url)`, in time linear in the input. */
export function htmlToText(html: string): string {
  const writer = new TextWriter();
  for (const token of htmlTokens(html)) follow(writer, token);
  return writer.text;
}
