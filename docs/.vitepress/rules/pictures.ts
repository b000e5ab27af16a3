import type { MarkdownRenderer } from "vitepress";

const LIGHT = /-light\.jpg$/;

/** A picture named `…-light.jpg` also has a dark version, and the page shows the one that fits the reader's colours. */
export const pictures = (md: MarkdownRenderer): void => {
  md.core.ruler.push("guides-pictures", (state) => {
    for (const token of state.tokens)
      token.children &&= token.children.flatMap((child) =>
        isForBoth(child) ? [child, darkOf(child, state)] : [child],
      );
  });
};

type State = Parameters<Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1]>[0];
type Token = State["tokens"][number];

const isForBoth = (token: Token): boolean => token.type === "image" && LIGHT.test(token.attrGet("src") ?? "");

function darkOf(light: Token, state: State): Token {
  const dark = new state.Token("image", "img", 0);
  dark.children = light.children;
  dark.content = light.content;
  dark.attrs = (light.attrs ?? []).map(([name, value]) => [name, value.replace(LIGHT, "-dark.jpg")]);
  dark.attrJoin("class", "in-dark");
  light.attrJoin("class", "in-light");
  return dark;
}
