import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

/** Turns a link such as `chat-messages.md#sending` into the page's address; a link to a file outside the guides becomes text. */
export const links = (md: MarkdownRenderer): void => {
  md.core.ruler.push("guides-links", ({ tokens, env }) => {
    for (const { children } of tokens) lead(children ?? [], pageOf(env));
  });
};

/** Returns the path of the page, which VitePress passes in the environment. */
const pageOf = (env: unknown): string =>
  typeof env === "object" && env !== null && "relativePath" in env ? String(env.relativePath) : "";

type Tokens = NonNullable<ReturnType<MarkdownRenderer["parse"]>[number]["children"]>;

function lead(tokens: Tokens, page: string): void {
  let isText = false;
  for (const token of tokens) {
    const href = token.type === "link_open" ? token.attrGet("href") : null;
    if (href !== null) {
      const address = addressOf(href, page);
      isText = address === undefined;
      token.attrSet("href", address ?? "");
    }
    if (isText && token.type.startsWith("link_")) Object.assign(token, { type: "text", content: "" });
  }
}

/** Resolves a link against the folder of its page; undefined for files that are not served. */
export function addressOf(href: string, page: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = posix.join(posix.dirname(page), path);
  if (target.startsWith("..") || !(path.endsWith(".md") || target === "decisions")) return undefined;
  const named = (target === "decisions" ? "decisions/index.md" : target).replace(/(^|\/)README\.md$/, "$1index.md");
  return `/${named}${anchor === undefined ? "" : `#${anchor}`}`;
}
