import type { MarkdownRenderer } from "vitepress";

type State = Parameters<Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1]>[0];
type Token = State["tokens"][number];

/** Code hosts draw a diagram from this kind of block; the guides leave the block out, because the table beside it says the same. */
const DIAGRAM = "mermaid";

/**
 * Reads the marks behind a block's language. Most of them are for the tests that run the blocks and are hidden. Neighbours with `tab=<name>`
 * become one block with tabs, and `output` is shown as what the block before it prints.
 */
export const fences = (md: MarkdownRenderer): void => {
  md.core.ruler.push("guides-fences", (state) => {
    const blocks = state.tokens.map(marksOf);
    state.tokens = state.tokens.flatMap((token, i) =>
      shown(token, { marks: blocks[i], before: blocks[i - 1], after: blocks[i + 1] }, state),
    );
  });
};

function shown(
  token: Token,
  { marks, ...neighbours }: Neighbours & { marks: Marks | undefined },
  state: State,
): Token[] {
  if (marks === undefined) return [token];
  const { language, tab, isOutput } = marks;
  if (language === DIAGRAM) return [];
  token.info = tab === undefined ? language : `${language} [${tab}]`;
  if (tab !== undefined) return behindTab(token, neighbours, state);
  return isOutput ? framed(token, "output", state) : [token];
}

interface Neighbours {
  readonly before: Marks | undefined;
  readonly after: Marks | undefined;
}

/** The first of several neighbours opens the block with tabs, and the last one closes it. */
const behindTab = (token: Token, { before, after }: Neighbours, state: State): Token[] => [
  ...(before?.tab === undefined ? [tabs(1, state)] : []),
  token,
  ...(after?.tab === undefined ? [tabs(-1, state)] : []),
];

interface Marks {
  readonly language: string;
  readonly tab: string | undefined;
  readonly isOutput: boolean;
}

function marksOf({ type, info }: Token): Marks | undefined {
  if (type !== "fence") return undefined;
  const [language = "", ...marks] = info.trim().split(/\s+/);
  const tab = marks.find((mark) => mark.startsWith("tab="))?.slice("tab=".length);
  return { language, tab, isOutput: marks.includes("output") };
}

/** VitePress draws the tabs of this container. */
const tabs = (nesting: 1 | -1, state: State): Token =>
  new state.Token(`container_code-group_${nesting === 1 ? "open" : "close"}`, "div", nesting);

function framed(token: Token, name: string, state: State): Token[] {
  const open = new state.Token(`${name}_open`, "div", 1);
  open.attrSet("class", name);
  return [open, token, new state.Token(`${name}_close`, "div", -1)];
}
