import type { MarkdownRenderer } from "vitepress";

/** Shows HTML in a page as text, and also what VitePress would take for an expression. */
export const plainHtml = (md: MarkdownRenderer): void => {
  md.set({ html: false });
  // A comment on its own line is for authors of the page.
  md.core.ruler.after("normalize", "guides-comments", (state) => {
    state.src = state.src.replace(/^<!--.*-->$/gm, "");
  });
  const escaped = (text = "") => md.utils.escapeHtml(text).replaceAll("{{", "&#123;&#123;");
  md.renderer.rules.text = (tokens, i) => escaped(tokens[i]?.content);
  md.renderer.rules.code_inline = (tokens, i) => `<code>${escaped(tokens[i]?.content)}</code>`;
  // The content security policy allows no inline styles, so alignment becomes a class.
  md.core.ruler.push("guides-columns", ({ tokens }) => {
    for (const token of tokens) {
      const side = /^text-align:(\w+)$/.exec(String(token.attrGet("style")))?.[1];
      if (side === undefined) continue;
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
      token.attrJoin("class", side);
    }
  });
};

const COLOUR = /color:var\(--shiki-(?:token-)?([\w-]+)\)/;

/** Gives each coloured word of code a class instead of an inline style. */
export const CLASSES_OF_CODE = {
  name: "guides-classes",
  pre: ({ properties }: Element): void => {
    delete properties.style;
  },
  span: ({ properties }: Element): void => {
    const colour = COLOUR.exec(String(properties.style))?.[1];
    delete properties.style;
    if (colour !== undefined && colour !== "foreground") properties.class = `code-${colour}`;
  },
};

interface Element {
  readonly properties: Record<string, unknown>;
}
