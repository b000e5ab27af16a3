import type { MarkdownRenderer } from "vitepress";

type State = Parameters<Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1]>[0];

/** Labels each cell with its column's heading, so that narrow screens can show a row as a card. */
export const tables = (md: MarkdownRenderer): void => {
  md.core.ruler.push("guides-tables", ({ tokens }) => {
    const starts = tokens.flatMap(({ type }, i) => (type === "table_open" ? [i] : []));
    starts.forEach((start, n) => void labelCells(tokens.slice(start, starts[n + 1])));
  });
};

/** The cells come row by row, with as many in each row as there are headings. */
function labelCells(table: State["tokens"]): void {
  const headings = table.flatMap(({ type }, i) => (type === "th_open" ? [textOf(table[i + 1]?.children ?? [])] : []));
  const cells = table.filter(({ type }) => type === "td_open");
  for (const [i, cell] of cells.entries()) cell.attrSet("data-label", headings[i % headings.length] ?? "");
}

const textOf = (children: readonly { readonly content: string }[]): string =>
  children.map(({ content }) => content).join("");
