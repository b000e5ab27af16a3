import { decodeEntities } from "./html-entities.ts";

export type HtmlToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: string }
  | { readonly kind: "close"; readonly name: string };

/** The elements whose content a browser does not show as text. */
const HIDDEN_CONTENT = new Set([
  "script",
  "style",
  "title",
  "template",
  "noscript",
  "svg",
  "object",
  "iframe",
  "textarea",
]);
const TAG_START = /<(\/?)([a-zA-Z][a-zA-Z0-9:-]{0,31})/y;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*)))?/g;

/**
 * Finds the end of the tag that begins before `from`: the `>` outside quotes. A tag that is never closed extends to the end of
 * the text.
 */
function endOfTag(html: string, from: number): number {
  const special = /["'>]/g;
  special.lastIndex = from;
  for (let found = special.exec(html); found; found = special.exec(html)) {
    const [character] = found;
    if (character === ">") return found.index;
    const closing = html.indexOf(character, found.index + 1);
    if (closing < 0) return html.length;
    special.lastIndex = closing + 1;
  }
  return html.length;
}

function after(html: string, ending: string, from: number): number {
  const at = html.indexOf(ending, from);
  return at < 0 ? html.length : at + ending.length;
}

function afterHiddenContent(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, "gi");
  closing.lastIndex = from;
  const found = closing.exec(html);
  return found ? after(html, ">", found.index) : html.length;
}

interface Markup {
  readonly token?: HtmlToken;
  readonly next: number;
}

/** Reads the token that begins with the `<` at this place; undefined when that is only a character. */
function markupAt(html: string, at: number): Markup | undefined {
  if (html.startsWith("<!--", at)) return { next: after(html, "-->", at + 4) };
  if (html.startsWith("<!", at) || html.startsWith("<?", at)) return { next: after(html, ">", at) };
  TAG_START.lastIndex = at;
  const [whole = "", slash, tag = ""] = TAG_START.exec(html) ?? [];
  if (whole === "") return undefined;
  const name = tag.toLowerCase();
  const end = endOfTag(html, at + whole.length);
  if (slash === "/") return { token: { kind: "close", name }, next: end + 1 };
  if (HIDDEN_CONTENT.has(name)) return { next: afterHiddenContent(html, name, end) };
  return { token: { kind: "open", name, attributes: html.slice(at + whole.length, end) }, next: end + 1 };
}

/** Takes HTML apart, valid or not, in one pass, and looks at every character a bounded number of times. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let textFrom = 0;
  let at = html.indexOf("<");
  while (at >= 0) {
    const markup = markupAt(html, at);
    if (!markup) {
      at = html.indexOf("<", at + 1);
      continue;
    }
    if (at > textFrom) yield { kind: "text", text: decodeEntities(html.slice(textFrom, at)) };
    if (markup.token) yield markup.token;
    textFrom = markup.next;
    at = html.indexOf("<", markup.next);
  }
  if (textFrom < html.length) yield { kind: "text", text: decodeEntities(html.slice(textFrom)) };
}

/** Reads an attribute of an open tag; "" when there is none. */
export function attributeOf(attributes: string, name: string): string {
  for (const [, key = "", double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    if (key.toLowerCase() === name) return decodeEntities(double ?? single ?? bare ?? "").trim();
  }
  return "";
}
