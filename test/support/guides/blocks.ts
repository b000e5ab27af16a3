import { Marked } from "marked";

/** A fenced block of a page. Marks follow its language: ```` ```sh run ````, ```` ```sh no-run=needs-aws ````. */
export interface Block {
  readonly language: string;
  readonly marks: ReadonlyMap<string, string>;
  readonly text: string;
}

/** Returns the blocks in order, including those inside lists and quotes. */
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

/** Says whether the block shows its neighbour's command in another language, on a tab of its own. */
export const isOtherTab = ({ marks }: Pick<Block, "marks">): boolean => marks.has("tab") && marks.has("file");
