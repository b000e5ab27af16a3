import { Marked, type Token } from "marked";
import { anchorOf } from "../../../docs/.vitepress/anchor-of.ts";

/** Returns the anchors of a page's headings in order, all different. */
export function anchorsIn(page: string): readonly string[] {
  const taken = new Map<string, number>();
  return new Marked().lexer(page).flatMap((token) => {
    if (token.type !== "heading") return [];
    const anchor = anchorOf(plain(token.tokens ?? []));
    const times = taken.get(anchor) ?? 0;
    taken.set(anchor, times + 1);
    return [times === 0 ? anchor : `${anchor}-${times}`];
  });
}

/** Returns the text of a heading without its markup. */
const plain = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      "tokens" in token && token.tokens ? plain(token.tokens) : String("text" in token ? token.text : token.raw),
    )
    .join("");
