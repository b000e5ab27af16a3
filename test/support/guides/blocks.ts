import { Marked } from "marked";

/** It is a fenced block of a page. Marks follow its language: ```` ```sh run ````, ```` ```sh no-run=needs-aws ````. */
export interface Block {
  readonly language: string;
  readonly marks: ReadonlyMap<string, string>;
  readonly text: string;
}

/** It answers the blocks in order, also those inside lists and quotes. */
export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = [];
  const marked = new Marked();
  void marked.walkTokens(marked.lexer(page), (token) => {
    if (token.type !== "code") return;
    const [language = "", ...marks] = String(token.lang ?? "").split(/\s+/);
    blocks.push({ language, marks: new Map(marks.map(named)), text: String(token.text) });
  });
  return blocks;
}

function named(mark: string): readonly [string, string] {
  const at = mark.indexOf("=");
  return at === -1 ? [mark, ""] : [mark.slice(0, at), mark.slice(at + 1)];
}

/** Such a block shows the neighbouring command in another language: it is saved, and behind another tab. */
export const isOtherTab = ({ marks }: Pick<Block, "marks">): boolean => marks.has("tab") && marks.has("file");
